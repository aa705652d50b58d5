package dev.ropewalk.limit.algorithm;

/** The round trips since the last decision. */
final class RoundTripWindow {
    private int samples;
    private int maxInFlight;
    private double sum;

    void add(long roundTripNanos, int inFlight) {
        samples++;
        sum += Math.max(1, roundTripNanos);
        maxInFlight = Math.max(maxInFlight, inFlight);
    }

    void clear() {
        samples = 0;
        sum = 0;
        maxInFlight = 0;
    }

    int samples() {
        return samples;
    }

    double mean() {
        return sum / samples;
    }

    /** Returns the most that were in flight when one of the requests began. */
    int maxInFlight() {
        return maxInFlight;
    }
}
