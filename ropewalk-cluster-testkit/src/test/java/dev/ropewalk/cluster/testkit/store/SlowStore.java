package dev.ropewalk.cluster.testkit.store;

import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoredState;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Collection;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store to which calls and answers are on their way for a while. */
final class SlowStore<K, S, O> implements EntityStore<K, S, O> {
    private static final int MAX_MILLIS = 15;

    private final EntityStore<K, S, O> store;
    private final Scheduler scheduler;
    private final Random random;

    SlowStore(EntityStore<K, S, O> store, Scheduler scheduler, Random random) {
        this.store = store;
        this.scheduler = scheduler;
        this.random = random;
    }

    @Override
    public CompletionStage<StoredState<S, O>> load(K key) {
        return slowly(() -> store.load(key));
    }

    @Override
    public CompletionStage<?> save(K key, StateChange<S, O> change) {
        return slowly(() -> store.save(key, change));
    }

    @Override
    public CompletionStage<?> delivered(K key, OutboxMessage<O> message) {
        return slowly(() -> store.delivered(key, message));
    }

    @Override
    public CompletionStage<? extends Collection<K>> undelivered(int max) {
        return slowly(() -> store.undelivered(max));
    }

    private <T> CompletionStage<T> slowly(Supplier<? extends CompletionStage<? extends T>> call) {
        var answer = new CompletableFuture<T>();
        later(() -> {
            var ignored = call.get()
                    .whenComplete((result, failure) -> later(() -> {
                        if (failure == null) {
                            answer.complete(result);
                        } else {
                            answer.completeExceptionally(failure);
                        }
                    }));
        });
        return answer;
    }

    private void later(Runnable task) {
        var ignored = scheduler.schedule(scheduler.newStrand(), task, Duration.ofMillis(random.nextInt(MAX_MILLIS)));
    }
}
