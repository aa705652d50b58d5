package dev.ropewalk.lab.result;

import java.util.Arrays;
import java.util.Collection;

/**
 * A median with its 95 % confidence interval. The interval is that of the sign test: two order statistics, no assumption
 * about the distribution. Five samples or fewer can't give 95 %: then it is the range from the least to the greatest, and
 * is to be called that. The range holds the true median with {@code 1 - 2^(1-n)}: 93.75 % for five, 75 % for three.
 *
 * @param median the middle sample, or the mean of the two in the middle
 * @param low lower end of the interval
 * @param high upper end of the interval
 */
public record Estimate(double median, double low, double high) {
    private static final double OUTSIDE = 0.05;

    /**
     * Returns the estimate from samples in any order.
     *
     * @throws IllegalArgumentException if there are none, or one isn't a finite number
     */
    public static Estimate of(Collection<Double> samples) {
        double[] sorted =
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no samples to estimate a median from");
        }
        if (!Arrays.stream(sorted).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("samples must be finite, but are " + samples);
        }
        int n = sorted.length;
        int trimmed = trimmed(n);
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return new Estimate(median, sorted[trimmed], sorted[n - 1 - trimmed]);
    }

    /** Returns how many samples lie outside the interval at each end: the most that leave 95 % inside. */
    private static int trimmed(int n) {
        double probability = Math.pow(0.5, n);
        double tail = probability;
        int trimmed = 0;
        while (2 * (tail + probability * (n - trimmed) / (trimmed + 1)) <= OUTSIDE) {
            probability *= (double) (n - trimmed) / (trimmed + 1);
            tail += probability;
            trimmed++;
        }
        // With tail = P(Bin(n, 1/2) <= trimmed), samples[trimmed] is the lower end; before that nothing can be cut.
        return 2 * tail <= OUTSIDE ? trimmed : 0;
    }
}
