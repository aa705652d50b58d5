package dev.ropewalk.lab.pi;

import java.util.concurrent.ArrayBlockingQueue;

/** The total of all jobs of an iteration, in the state of one actor or thread that adds all results. */
final class Total {
    private final int jobs;
    private final ArrayBlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private int seen;
    private double sum;

    Total(int jobs) {
        this.jobs = jobs;
    }

    /** Adds a job's result; after the last one the next iteration begins. Used by one thread at a time. */
    void add(double result) {
        sum += result;
        seen++;
        if (seen == jobs) {
            totals.add(sum);
            seen = 0;
            sum = 0;
        }
    }

    /** Waits, in any thread, for the total of an iteration. */
    double await() throws InterruptedException {
        return totals.take();
    }
}
