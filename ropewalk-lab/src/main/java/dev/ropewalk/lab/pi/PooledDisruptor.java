package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.apart.WorkerPool;
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.lab.isolation.Isolated;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The LMAX Disruptor's worker pool: each job goes to whichever worker is free; else as {@link ShardedDisruptor}. */
final class PooledDisruptor implements Model {
    private final Slices slices;
    private final BlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private @Nullable Isolated<IntConsumer> pool;
    private int added;
    private double total;

    PooledDisruptor(Slices slices) {
        this.slices = slices;
    }

    /** Its threads poll while they wait: they live no longer than an iteration. */
    @Override
    public void wake() {
        IntToDoubleFunction work = slices::sum;
        DoubleConsumer results = this::add;
        pool = Apart.open(WorkerPool.class, IntConsumer.class, slices.workers(), slices.ring(), work, results);
    }

    @Override
    public void rest() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }

    private void add(double result) {
        total += result;
        added++;
        if (added == slices.jobs()) {
            totals.add(total);
            added = 0;
            total = 0;
        }
    }

    @Override
    public double sum() throws InterruptedException {
        IntConsumer publisher = Objects.requireNonNull(pool).get();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            publisher.accept(slice);
        }
        return totals.take();
    }

    @Override
    public void close() {
        rest();
    }
}
