package dev.ropewalk.journal.durability;

/**
 * How long forces have taken.
 *
 * @param count how many there were
 * @param nanos how long all of them have taken together
 * @param longestNanos how long the longest one has taken
 */
public record ForceTimes(long count, long nanos, long longestNanos) {
    /** There were none. */
    public static final ForceTimes NONE = new ForceTimes(0, 0, 0);

    /** Returns these and one more. */
    ForceTimes and(long took) {
        return new ForceTimes(count + 1, nanos + took, Math.max(longestNanos, took));
    }
}
