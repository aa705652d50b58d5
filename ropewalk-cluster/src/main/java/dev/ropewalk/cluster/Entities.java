package dev.ropewalk.cluster;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The entities of a type that live here. Any thread may use it.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
public interface Entities<K, M> {
    /** Returns the type. */
    EntityType<K, M> type();

    /** Returns the ref of an entity, whether it is active or not. */
    EntityRef<K, M> entity(K key);

    /**
     * Has an entity stop when it has handled what waits for it, if it is active. What is sent to it from now on is for the next one of its
     * key. One that is {@linkplain EntityOptions#remembered remembered} is forgotten, also if it isn't active, if its shard is here.
     *
     * @return completes when it has stopped; at once if it isn't active
     */
    CompletableFuture<Void> passivate(K key);

    /** Returns a copy of the keys of the active entities, in no order. */
    Set<K> activeKeys();

    /** Returns what was counted. The numbers are read one after another, while the entities go on. */
    EntityStats stats();
}
