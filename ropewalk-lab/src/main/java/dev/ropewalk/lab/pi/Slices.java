package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import java.util.Locale;

/**
 * Leibniz's series for pi, cut into slices: each is one job.
 *
 * @param workers how many threads or actors compute
 * @param jobs how many slices there are, numbered from 0
 * @param iterations terms of the series in each slice
 * @param window how many jobs may be under way at once
 */
record Slices(int workers, int jobs, int iterations, int window) {
    static final String WORKERS = "workers";
    static final String JOBS = "jobs";
    static final String ITERATIONS = "iterations";
    static final String WINDOW = "window";
    /** A ring that stays in the cache: it has a bound, even if the window is none. */
    private static final int LARGEST_RING = 4096;

    static Slices of(Cell cell) {
        Params params = cell.params();
        return new Slices(
                params.integer(WORKERS), params.integer(JOBS), params.integer(ITERATIONS), params.integer(WINDOW));
    }

    /**
     * Returns how large the buffer of each of two channels is, if a job is in one of them, with a worker, or as its result in
     * the other, and the window isn't to be exceeded; at least 1.
     */
    int buffer() {
        return Math.clamp((window - workers) / 2, 1, jobs);
    }

    /** Returns how many slots a ring has: as many as a power of two within the window, and no more than stay in the cache. */
    int ring() {
        return Integer.highestOneBit(Math.min(window, LARGEST_RING));
    }

    /** Returns the sum of one slice. */
    double sum(int slice) {
        return sum((long) slice * iterations, iterations);
    }

    private static double sum(long first, int terms) {
        double sum = 0;
        for (long k = first; k < first + terms; k++) {
            sum += 4.0 * (1 - (k % 2) * 2) / (2 * k + 1);
        }
        return sum;
    }

    /** Returns an answer as contenders give it: pi to 9 digits, as far as the series has come. */
    static String answer(double total) {
        return String.format(Locale.ROOT, "pi %.8f", total);
    }

    /**
     * Returns the right answer, without the series: after N terms it is off by 1/N - 1/(4 N^3), less than N^-5 left out, to
     * below after an even number of terms and to above after an odd one.
     */
    String answer() {
        double terms = (double) jobs * iterations;
        double missing = 1 / terms - 1 / (4 * terms * terms * terms);
        return answer(terms % 2 == 0 ? Math.PI - missing : Math.PI + missing);
    }
}
