package dev.ropewalk.limit.algorithm;

/** How a limit follows the round trips of a window, given the round trip without a queue. */
public interface LatencyRule {
    /**
     * Returns the limit after a window in which the limit was used.
     *
     * @param limit the limit in that window
     * @param roundTrip the mean round trip in that window, in nanoseconds
     * @param noLoad the mean round trip of requests that don't queue, in nanoseconds
     */
    double next(double limit, double roundTrip, double noLoad);

    /** Returns the limit after a sign of overload. */
    double afterDrop(double limit);
}
