package dev.ropewalk.limit.algorithm;

/**
 * The round trip of requests that don't queue: a mean of the last measurements, each itself the mean of a window. A measurement
 * that is far from it shows that the service has changed, and all earlier ones are forgotten.
 */
final class NoLoadRoundTrip {
    /** How many measurements the mean is of at most; from then on older ones fade. */
    static final int MEMORY = 16;

    private static final double CHANGE = 1.5;

    private double nanos;
    private int measurements;

    void learn(double measured) {
        boolean changed = measured > nanos * CHANGE || measured < nanos / CHANGE;
        measurements = changed ? 1 : Math.min(measurements + 1, MEMORY);
        nanos += (measured - nanos) / measurements;
    }

    void forget() {
        measurements = 0;
    }

    double nanos() {
        return nanos;
    }

    /** Returns how many measurements it rests on, up to {@link #MEMORY}. */
    int measurements() {
        return measurements;
    }
}
