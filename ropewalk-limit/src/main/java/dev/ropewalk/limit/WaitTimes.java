package dev.ropewalk.limit;

import java.time.Duration;

/**
 * How long the admitted callers had waited: a histogram, taken while others go on. Percentiles are at most 1/16 above the
 * true value; {@code max} is exact.
 */
public interface WaitTimes {
    /** Returns how many waits were recorded. A request that is admitted at once isn't counted. */
    long count();

    /** Returns the sum of all waits. */
    Duration total();

    /** Returns the mean wait, or zero if there was none. */
    Duration mean();

    /** Returns the longest wait, or zero if there was none. */
    Duration max();

    /**
     * Returns the wait that so many percent of all don't exceed, or zero if there was none.
     *
     * @throws IllegalArgumentException if {@code percent} isn't in 0 to 100
     */
    Duration percentile(double percent);
}
