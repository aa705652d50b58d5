package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoreConflictException;
import dev.ropewalk.cluster.store.StoredState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of states in memory, for tests: it outlives the clusters that use it, and fails when a test says so. It answers at once, unless it is {@linkplain #hold held}. Any thread may
 * use it.
 *
 * @param <K> the type of the keys
 * @param <S> the type of the states
 * @param <O> the type of the messages in the outboxes
 */
public final class MemoryStore<K, S, O> implements EntityStore<K, S, O> {
    /** Guarded by itself. */
    private final Map<K, StoredState<S, O>> states = new LinkedHashMap<>();

    private volatile Function<? super StoreCall, StoreFault> faults = call -> StoreFault.NONE;

    /** The calls that wait, while it is held; guarded by the lock of {@link #states}. */
    private @Nullable Queue<Runnable> held;

    /** Makes an empty store. */
    public MemoryStore() {}

    // Faults

    /** Sets what goes wrong with a call from now on. The function is asked by the threads that call. */
    public void faults(Function<? super StoreCall, StoreFault> value) {
        faults = Objects.requireNonNull(value, "faults");
    }

    /** Has calls wait from now on, which are neither done nor answered. */
    public void hold() {
        synchronized (states) {
            if (held == null) {
                held = new ArrayDeque<>();
            }
        }
    }

    /** Has the calls that wait be done and answered, in their order, and those that come. */
    public void release() {
        Queue<Runnable> waiting;
        synchronized (states) {
            waiting = held == null ? new ArrayDeque<>() : held;
            held = null;
        }
        waiting.forEach(Runnable::run);
    }

    // Looking

    /** Returns a copy of what is stored. */
    public Map<K, StoredState<S, O>> states() {
        synchronized (states) {
            return new LinkedHashMap<>(states);
        }
    }

    /** Returns how many calls wait. */
    public int waiting() {
        synchronized (states) {
            return held == null ? 0 : held.size();
        }
    }

    // The store

    @Override
    public CompletionStage<StoredState<S, O>> load(K key) {
        Objects.requireNonNull(key, "key");
        return call(StoreCall.LOAD, () -> of(key));
    }

    @Override
    public CompletionStage<?> save(K key, StateChange<S, O> change) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(change, "change");
        return call(StoreCall.SAVE, () -> {
            StoredState<S, O> before = of(key);
            if (before.version() != change.expectedVersion()) {
                throw new StoreConflictException(key, change.expectedVersion(), before.version());
            }
            List<OutboxMessage<O>> outbox = new ArrayList<>(before.outbox());
            outbox.addAll(change.messages());
            var after = new StoredState<>(change.newVersion(), Optional.of(change.state()), outbox);
            states.put(key, after);
            return after;
        });
    }

    @Override
    public CompletionStage<?> delivered(K key, OutboxMessage<O> message) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(message, "message");
        return call(StoreCall.DELIVERED, () -> {
            StoredState<S, O> before = of(key);
            List<OutboxMessage<O>> outbox = before.outbox().stream()
                    .filter(other -> other.number() != message.number())
                    .toList();
            var after = new StoredState<>(before.version(), before.state(), outbox);
            if (after.version() > 0) {
                states.put(key, after);
            }
            return after;
        });
    }

    @Override
    public CompletionStage<Collection<K>> undelivered(int max) {
        return call(
                StoreCall.UNDELIVERED,
                () -> states.entrySet().stream()
                        .filter(entry -> !entry.getValue().outbox().isEmpty())
                        .limit(max)
                        .<K>map(Map.Entry::getKey)
                        .toList());
    }

    private StoredState<S, O> of(K key) {
        return states.getOrDefault(key, StoredState.none());
    }

    private <T> CompletionStage<T> call(StoreCall call, Supplier<? extends T> work) {
        var answer = new CompletableFuture<T>();
        Runnable task = () -> perform(call, work, answer);
        synchronized (states) {
            if (held != null) {
                held.add(task);
                return answer;
            }
        }
        task.run();
        return answer;
    }

    private <T> void perform(StoreCall call, Supplier<? extends T> work, CompletableFuture<T> answer) {
        StoreFault fault = faults.apply(call);
        if (fault == StoreFault.REFUSED) {
            answer.completeExceptionally(new IOException("the store refuses to " + call + ", as the test says"));
            return;
        }
        T result;
        try {
            synchronized (states) {
                result = work.get();
            }
        } catch (StoreConflictException conflict) {
            answer.completeExceptionally(conflict);
            return;
        }
        if (fault == StoreFault.DONE_BUT_FAILED) {
            answer.completeExceptionally(new IOException("the store has failed after " + call + ", as the test says"));
        } else if (fault == StoreFault.NONE) {
            answer.complete(result);
        }
    }
}
