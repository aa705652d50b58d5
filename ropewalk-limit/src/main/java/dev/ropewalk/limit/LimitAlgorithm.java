package dev.ropewalk.limit;

/**
 * The rule by which a limit follows what is measured. An object belongs to one limiter or executor, which never calls it twice at
 * once: it needs no synchronization of its own. A second limiter or executor that is built with it is refused.
 */
public interface LimitAlgorithm {
    /** Returns the limit to begin with, at least 1. */
    int initialLimit();

    /**
     * Learns from a round trip and returns the limit from now on, at least 1.
     *
     * @param now the time at which it ended, in nanoseconds from an arbitrary origin
     * @param roundTripNanos how long it took
     * @param inFlight how many were in flight when it began, itself included
     * @param dropped whether it ended with a sign of overload
     */
    int update(long now, long roundTripNanos, int inFlight, boolean dropped);
}
