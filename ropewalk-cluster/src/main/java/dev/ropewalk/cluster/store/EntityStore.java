package dev.ropewalk.cluster.store;

import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Where the states of the entities of a type are kept: a program's own database. Any thread may call it. No method waits: each returns a stage, which completes
 * when the database has answered. A database whose driver waits is a {@link BlockingEntityStore}.
 *
 * <p>Each state has a version, which says how often it was saved. A save says which version it changes, and fails if that isn't the one in the store. So of two that have loaded the
 * same state only one can save it, whatever the cluster believes about who lives.
 *
 * @param <K> the type of the keys
 * @param <S> the type of the states
 * @param <O> the type of the messages in the outboxes
 */
public interface EntityStore<K, S, O> {
    /** Loads the state of an entity, and its outbox: {@link StoredState#none()} if it was never saved. */
    CompletionStage<StoredState<S, O>> load(K key);

    /**
     * Saves the state of an entity and adds to its outbox, all or nothing, if the store has the version that the change {@linkplain StateChange#expectedVersion expects}.
     *
     * @return completes when the change is durable; with a {@link StoreConflictException} if the store has another version. After any other failure it may have been saved or not
     */
    CompletionStage<?> save(K key, StateChange<S, O> change);

    /** Takes a message out of an outbox: it was delivered. Does nothing if it isn't there. */
    CompletionStage<?> delivered(K key, OutboxMessage<O> message);

    /**
     * Returns keys whose outbox isn't empty, so that somebody can wake those whose node has failed.
     *
     * @param max how many keys at most; which of more, the store decides
     */
    CompletionStage<? extends Collection<K>> undelivered(int max);

    /**
     * Returns a store of one that waits.
     *
     * @param executor where calls wait, such as one of virtual threads, or of as many threads as there are connections
     */
    static <K, S, O> EntityStore<K, S, O> of(BlockingEntityStore<K, S, O> store, Executor executor) {
        return new ExecutedStore<>(store, executor);
    }
}
