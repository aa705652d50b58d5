package dev.ropewalk.sim.strategy;

import java.util.Collection;

/** Bounds that a fair sample of random runs breaks with a probability below one in a billion. */
final class Statistics {
    private static final double LOG_OF_A_BILLION = Math.log(1e9);

    private Statistics() {}

    /** Returns how many hits so many tries have at least, if a try hits with a probability (Chernoff's bound). */
    static double fewestHits(int tries, double probability) {
        double mean = tries * probability;
        return mean - Math.sqrt(2 * mean * LOG_OF_A_BILLION);
    }

    /** Returns how many hits so many tries have at most. */
    static double mostHits(int tries, double probability) {
        double mean = tries * probability;
        return mean + Math.sqrt(3 * mean * LOG_OF_A_BILLION);
    }

    /** Returns how far counts are from equal: the sum of chi squared over so many classes. */
    static double chiSquared(Collection<Integer> counts, int classes) {
        double sum = 0;
        for (int count : counts) {
            sum += count;
        }
        double expected = sum / classes;
        double distance = expected * (classes - counts.size());
        for (int count : counts) {
            distance += (count - expected) * (count - expected) / expected;
        }
        return distance;
    }

    /** Returns what chi squared is at most (Laurent, Massart: Adaptive estimation of a quadratic functional, 2000). */
    static double mostChiSquared(int classes) {
        int freedom = classes - 1;
        return freedom + 2 * Math.sqrt(freedom * LOG_OF_A_BILLION) + 2 * LOG_OF_A_BILLION;
    }
}
