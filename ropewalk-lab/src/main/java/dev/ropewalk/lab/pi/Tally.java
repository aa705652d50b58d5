package dev.ropewalk.lab.pi;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * The jobs of an iteration between the one thread that deals them and the one, an actor perhaps, that adds the results. It
 * bounds how many are under way, as actors' unbounded mailboxes don't: the dealing thread waits for the results of half of
 * them at a time, so that waking it costs next to nothing for each job.
 */
final class Tally {
    private static final int PARTS = 2;

    private final int jobs;
    private final int part;
    private final Semaphore free;
    private final ArrayBlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private int added;
    private double total;

    Tally(Slices slices) {
        jobs = slices.jobs();
        part = part(slices);
        free = new Semaphore(slices.window() / part * part);
    }

    /** Returns for how many jobs at a time the dealing thread waits. */
    static int part(Slices slices) {
        return Math.max(1, slices.window() / PARTS);
    }

    /** Waits until a job may be dealt. Called for each job in turn, from 0. */
    void admit(int job) throws InterruptedException {
        if (job % part == 0) {
            free.acquire(part);
        }
    }

    /** Adds a job's result, and with the last one readies all for the next iteration. */
    void add(double result) {
        total += result;
        added++;
        if (added % part == 0 || added == jobs) {
            free.release(part);
        }
        if (added == jobs) {
            totals.add(total);
            added = 0;
            total = 0;
        }
    }

    /** Waits for the total of an iteration. */
    double await() throws InterruptedException {
        return totals.take();
    }
}
