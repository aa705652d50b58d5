package dev.ropewalk.lab.pi;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * As {@link Tally}, for results that whichever thread has computed them adds to the shared sum by itself. The dealing thread
 * waits for the window by the same parts.
 */
final class SharedTally {
    private final int jobs;
    private final int part;
    private final Semaphore free;
    private final Semaphore ended = new Semaphore(0);
    private final AtomicInteger added = new AtomicInteger();
    private final DoubleAdder total = new DoubleAdder();

    SharedTally(Slices slices) {
        jobs = slices.jobs();
        part = Tally.part(slices);
        free = new Semaphore(slices.window() / part * part);
    }

    /** Waits until a job may be dealt. Called for each job in turn, from 0. */
    void admit(int job) throws InterruptedException {
        if (job % part == 0) {
            free.acquire(part);
        }
    }

    /** Adds a job's result; any thread may call this. */
    void add(double result) {
        total.add(result);
        int count = added.incrementAndGet();
        if (count % part == 0 || count == jobs) {
            free.release(part);
        }
        if (count == jobs) {
            ended.release();
        }
    }

    /** Waits for the total of an iteration, and readies all for the next one. */
    double await() throws InterruptedException {
        ended.acquire();
        added.set(0);
        return total.sumThenReset();
    }
}
