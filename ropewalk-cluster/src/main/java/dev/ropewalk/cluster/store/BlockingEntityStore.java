package dev.ropewalk.cluster.store;

import java.util.Collection;

/**
 * An {@link EntityStore} whose methods wait for the database, as JDBC does. {@link EntityStore#of} has entities use it without waiting. A method that throws may have done its work or not, unless it
 * says otherwise. Several threads call it at a time.
 *
 * @param <K> the type of the keys
 * @param <S> the type of the states
 * @param <O> the type of the messages in the outboxes
 */
public interface BlockingEntityStore<K, S, O> {
    /** Loads the state of an entity, and its outbox: {@link StoredState#none()} if it was never saved. */
    StoredState<S, O> load(K key) throws Exception;

    /**
     * Saves the state of an entity and adds to its outbox, in one transaction.
     *
     * @throws StoreConflictException if the store has another version than the change expects; nothing is saved then
     */
    void save(K key, StateChange<S, O> change) throws Exception;

    /** Takes a message out of an outbox: it was delivered. Does nothing if it isn't there. */
    void delivered(K key, OutboxMessage<O> message) throws Exception;

    /**
     * Returns keys whose outbox isn't empty.
     *
     * @param max how many keys at most
     */
    Collection<K> undelivered(int max) throws Exception;
}
