package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.WorkerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a scheduler by their numbers: first those that it was built with, then spare ones. The last spare ones are
 * forgotten when they are no longer needed, so that no thread looks through workers that were needed once. A forgotten worker
 * stays in its place, for its counters, and works again when a spare worker is added.
 *
 * <p>The count is written under the lock of {@link Spares}, and read by any thread.
 */
public final class WorkerTable {
    private final int base;
    private final AtomicReferenceArray<@Nullable Worker> workers;
    private volatile int count;

    WorkerTable(int base, int maxSpares) {
        this.base = base;
        this.workers = new AtomicReferenceArray<>(base + maxSpares);
    }

    /** Enters the worker with the next number. Spare ones are entered under the lock of {@link Spares}. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the lock makes it atomic
    public void add(Worker worker) {
        workers.set(count, worker);
        count = count + 1;
    }

    /** Forgets the workers from a number on, which have nothing to do; the caller holds the lock of {@link Spares}. */
    public void forgetFrom(int number) {
        count = number;
    }

    /** Returns the worker of a number that one has. */
    public Worker get(int number) {
        return Objects.requireNonNull(workers.get(number));
    }

    /** Returns a worker, also a forgotten one; null if none was ever made with this number. */
    public @Nullable Worker getIfMade(int number) {
        return workers.get(number);
    }

    /** Returns how many workers there are, spare ones included that are at work or were of late. */
    public int count() {
        return count;
    }

    /** Returns how many workers there are without the spare ones. */
    public int base() {
        return base;
    }

    /** Returns how many workers there can be, spare ones included. */
    public int max() {
        return workers.length();
    }

    /** Returns what each worker has done that was ever made. */
    public List<WorkerStats> stats() {
        List<WorkerStats> each = new ArrayList<>();
        for (int i = 0; i < max(); i++) {
            Worker worker = getIfMade(i);
            if (worker != null) {
                each.add(worker.snapshot());
            }
        }
        return each;
    }

    /** Returns how long tasks have taken at all workers, as far as that was recorded. */
    public TimeDistribution taskTimes() {
        TimeDistribution sum = TimeDistribution.none();
        for (int i = 0; i < max(); i++) {
            Worker worker = getIfMade(i);
            TimeHistogram times = worker == null ? null : worker.runners.times();
            if (times != null) {
                sum = sum.plus(TimeDistribution.of(times));
            }
        }
        return sum;
    }
}
