package dev.ropewalk.cluster.entity;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the entities of a shard get from those of the owner before, and leave to those of the next one.
 *
 * @param <K> the type of the keys
 */
public interface Estate<K> {
    /** Completes when everything is here that will come. */
    CompletableFuture<?> arrived();

    /** Returns the state that is for an entity, a new object each time; null if there is none. */
    @Nullable
    Object state(K key);

    /** An entity was made with its state, which nobody is to get again. */
    void taken(K key);

    /** Notes what an entity leaves. */
    void leave(K key, Object state);

    /** Counts what an entity should have left, and hasn't, since code has failed: its own, or that of a codec. */
    void lost(K key);

    /** Has everything that was left, or wasn't taken, be for the next owner. Called when the entities have ended. */
    void pass();

    /**
     * As {@link #pass}, before some entities have ended: what is of others is passed on.
     *
     * @param living those that may not have ended, all of them
     */
    void passBut(Collection<? extends K> living);

    /** The next owner begins: what wasn't passed on is lost. */
    void end();
}
