package dev.ropewalk.cluster.store;

import java.util.Collection;

/**
 * {@link RememberedKeys} whose methods wait for the database, as JDBC does. {@link RememberedKeys#of} has entities use it without waiting. A method that throws may have
 * done its work or not. Several threads call it at a time.
 *
 * @param <K> the type of the keys
 */
public interface BlockingRememberedKeys<K> {
    /** Adds a key, durably; does nothing if it is there. */
    void add(int shard, K key) throws Exception;

    /** Takes a key out; does nothing if it isn't there. */
    void remove(int shard, K key) throws Exception;

    /** Returns all keys of a shard, in any order. */
    Collection<K> keys(int shard) throws Exception;
}
