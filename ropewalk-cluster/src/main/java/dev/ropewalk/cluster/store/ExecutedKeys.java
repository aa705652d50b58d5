package dev.ropewalk.cluster.store;

import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Keys whose calls wait in the threads of an executor. */
final class ExecutedKeys<K> implements RememberedKeys<K> {
    private final BlockingRememberedKeys<K> keys;
    private final Executor executor;

    ExecutedKeys(BlockingRememberedKeys<K> keys, Executor executor) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public CompletionStage<?> add(int shard, K key) {
        Objects.requireNonNull(key, "key");
        return ExecutedStore.<@Nullable Void>callNullable(executor, () -> {
            keys.add(shard, key);
            return null;
        });
    }

    @Override
    public CompletionStage<?> remove(int shard, K key) {
        Objects.requireNonNull(key, "key");
        return ExecutedStore.<@Nullable Void>callNullable(executor, () -> {
            keys.remove(shard, key);
            return null;
        });
    }

    @Override
    public CompletionStage<Collection<K>> keys(int shard) {
        return ExecutedStore.callNullable(executor, () -> keys.keys(shard));
    }
}
