package dev.ropewalk.cluster.store;

import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A store whose calls wait in the threads of an executor. */
final class ExecutedStore<K, S, O> implements EntityStore<K, S, O> {
    private final BlockingEntityStore<K, S, O> store;
    private final Executor executor;

    ExecutedStore(BlockingEntityStore<K, S, O> store, Executor executor) {
        this.store = Objects.requireNonNull(store, "store");
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public CompletionStage<StoredState<S, O>> load(K key) {
        Objects.requireNonNull(key, "key");
        return call(() -> store.load(key));
    }

    @Override
    public CompletionStage<?> save(K key, StateChange<S, O> change) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(change, "change");
        return ExecutedStore.<@Nullable Void>callNullable(executor, () -> {
            store.save(key, change);
            return null;
        });
    }

    @Override
    public CompletionStage<?> delivered(K key, OutboxMessage<O> message) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(message, "message");
        return ExecutedStore.<@Nullable Void>callNullable(executor, () -> {
            store.delivered(key, message);
            return null;
        });
    }

    @Override
    public CompletionStage<Collection<K>> undelivered(int max) {
        return call(() -> store.undelivered(max));
    }

    private <T> CompletionStage<T> call(Callable<T> task) {
        return callNullable(executor, task);
    }

    static <T extends @Nullable Object> CompletionStage<T> callNullable(Executor executor, Callable<T> task) {
        var result = new CompletableFuture<T>();
        executor.execute(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable failure) { // also an error: nobody else would hear of it
                result.completeExceptionally(failure);
            }
        });
        return result;
    }
}
