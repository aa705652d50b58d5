package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.HandOver;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a stage is to be, as the API describes it.
 *
 * @param size how many handlers there are
 * @param handlers makes them, by their numbers
 * @param key tells the events of a sharded stage apart; null for other stages
 * @param handOver moves the state of keys between shards; null if they can't hand it over
 * @param waiting how it waits; null for the pipeline's default
 * @param cpus the CPUs of each handler's thread; empty if the threads aren't pinned
 * @param maxBatch how many events it takes at once; 0 for the default
 */
public record StageSettings<E>(
        String name,
        Shape shape,
        int size,
        IntFunction<? extends EventHandler<? super E>> handlers,
        @Nullable ToLongFunction<? super E> key,
        @Nullable HandOver<EventHandler<? super E>> handOver,
        @Nullable WaitSettings waiting,
        FailurePolicy policy,
        List<CpuSet> cpus,
        int maxBatch) {
    private static final int DEFAULT_MAX_BATCH_SHARE = 4;

    /** Which handler gets which events. */
    public enum Shape {
        /** The only handler gets every event. */
        PLAIN,
        /** Each handler gets the events of its keys. */
        SHARDED,
        /** A handler that is free gets the next event. */
        WORKERS
    }

    EventHandler<? super E> handler(int number) {
        return Objects.requireNonNull(
                handlers.apply(number), () -> "stage " + name + " got null for handler " + number);
    }

    Optional<CpuSet> cpus(int number) {
        return cpus.isEmpty() ? Optional.empty() : Optional.of(cpus.get(number));
    }

    int largestBatch(int capacity) {
        return maxBatch > 0 ? maxBatch : Math.max(1, capacity / DEFAULT_MAX_BATCH_SHARE);
    }

    @Override
    public String toString() {
        return name;
    }
}
