package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.store.RememberedKeys;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keys of remembered entities in memory, for tests: they outlive the clusters that use them, and calls fail when a test says so. They answer at once, unless they are
 * {@linkplain #hold held}. Any thread may use it.
 *
 * @param <K> the type of the keys
 */
public final class MemoryKeys<K> implements RememberedKeys<K> {
    /** By shards; guarded by itself. */
    private final Map<Integer, Set<K>> shards = new TreeMap<>();

    private volatile Supplier<StoreFault> faults = () -> StoreFault.NONE;

    /** The calls that wait, while they are held; guarded by the lock of {@link #shards}. */
    private @Nullable Queue<Runnable> held;

    /** Makes an empty one. */
    public MemoryKeys() {}

    // Faults

    /** Sets what goes wrong with a call from now on. The function is asked by the threads that call. */
    public void faults(Supplier<StoreFault> value) {
        faults = Objects.requireNonNull(value, "faults");
    }

    /** Has calls wait from now on, which are neither done nor answered. */
    public void hold() {
        synchronized (shards) {
            if (held == null) {
                held = new ArrayDeque<>();
            }
        }
    }

    /** Has the calls that wait be done and answered, in their order, and those that come. */
    public void release() {
        Queue<Runnable> waiting;
        synchronized (shards) {
            waiting = held == null ? new ArrayDeque<>() : held;
            held = null;
        }
        waiting.forEach(Runnable::run);
    }

    // Looking

    /** Returns a copy of all keys. */
    public Set<K> all() {
        synchronized (shards) {
            return shards.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Returns how many calls wait. */
    public int waiting() {
        synchronized (shards) {
            return held == null ? 0 : held.size();
        }
    }

    // The store

    @Override
    public CompletionStage<?> add(int shard, K key) {
        Objects.requireNonNull(key, "key");
        return call(() -> of(shard).add(key));
    }

    @Override
    public CompletionStage<?> remove(int shard, K key) {
        Objects.requireNonNull(key, "key");
        return call(() -> of(shard).remove(key));
    }

    @Override
    public CompletionStage<Collection<K>> keys(int shard) {
        return call(() -> List.copyOf(of(shard)));
    }

    private Set<K> of(int shard) {
        return shards.computeIfAbsent(shard, number -> new LinkedHashSet<>());
    }

    private <T> CompletionStage<T> call(Supplier<? extends T> work) {
        var answer = new CompletableFuture<T>();
        Runnable task = () -> perform(work, answer);
        synchronized (shards) {
            if (held != null) {
                held.add(task);
                return answer;
            }
        }
        task.run();
        return answer;
    }

    private <T> void perform(Supplier<? extends T> work, CompletableFuture<T> answer) {
        StoreFault fault = faults.get();
        if (fault == StoreFault.REFUSED) {
            answer.completeExceptionally(new IOException("the keys can't be stored, as the test says"));
            return;
        }
        T result;
        synchronized (shards) {
            result = work.get();
        }
        if (fault == StoreFault.DONE_BUT_FAILED) {
            answer.completeExceptionally(new IOException("the connection is lost, as the test says"));
        } else if (fault == StoreFault.NONE) {
            answer.complete(result);
        }
    }
}
