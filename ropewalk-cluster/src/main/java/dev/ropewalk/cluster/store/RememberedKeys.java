package dev.ropewalk.cluster.store;

import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Where the keys of the remembered entities of a type are kept: a program's own database, which all nodes use. See {@link dev.ropewalk.cluster.EntityOptions#remembered}.
 * Any thread may call it. No method waits: each returns a stage, which completes when the database has answered. A database whose driver waits is a
 * {@link BlockingRememberedKeys}.
 *
 * <p>A call that fails is made again after a pause, which grows from 0.1 to 10 seconds. Calls to add a key and to remove it come one after the other, and a shard moves
 * as planned only when no call of its owner is on its way, or after {@link dev.ropewalk.cluster.ClusterOptions#handOffTimeout}, which is logged: what is done later than
 * that may undo what the next owner has done. So each stage must complete, be it with a failure after a while. At most 64 calls of a type and node are on their way at a time.
 *
 * <p>The number of a shard comes from the key and from {@link dev.ropewalk.cluster.ClusterOptions#shards}. If that is changed, the numbers in the database must be
 * changed as well: keys that are stored under another shard than theirs are logged and stay as they are. A {@linkplain dev.ropewalk.cluster.Cluster#local local cluster}
 * has one shard, whose number is 0.
 *
 * @param <K> the type of the keys
 */
public interface RememberedKeys<K> {
    /**
     * Adds a key; does nothing if it is there.
     *
     * @return completes when it is durable
     */
    CompletionStage<?> add(int shard, K key);

    /** Takes a key out; does nothing if it isn't there. */
    CompletionStage<?> remove(int shard, K key);

    /**
     * Returns all keys of a shard, in any order. If this fails, for one key that can't be read for instance, none of the shard begins by itself until it succeeds; to leave
     * such a key out has the others begin.
     */
    CompletionStage<? extends Collection<K>> keys(int shard);

    /**
     * Returns one of one that waits.
     *
     * @param executor where calls wait, such as one of virtual threads, or of as many threads as there are connections
     */
    static <K> RememberedKeys<K> of(BlockingRememberedKeys<K> keys, Executor executor) {
        return new ExecutedKeys<>(keys, executor);
    }
}
