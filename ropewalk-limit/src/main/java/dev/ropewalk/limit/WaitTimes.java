package dev.ropewalk.limit;

import dev.ropewalk.limit.waiter.WaitHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * How long those who were admitted had waited: a histogram, taken while others go on. Percentiles are at most 1/16 above the
 * true value; {@code max} is exact.
 */
public final class WaitTimes {
    /** No wait at all. */
    public static final WaitTimes NONE = new WaitTimes(new long[0], 0, 0);

    private final long[] counts;
    private final long count;
    private final long totalNanos;
    private final long maxNanos;

    public WaitTimes(long[] counts, long totalNanos, long maxNanos) {
        this.counts = Objects.requireNonNull(counts, "counts");
        this.totalNanos = totalNanos;
        this.maxNanos = maxNanos;
        long sum = 0;
        for (long one : counts) {
            sum += one;
        }
        this.count = sum;
    }

    /** Returns these waits and those of another. */
    public WaitTimes plus(WaitTimes other) {
        Objects.requireNonNull(other, "other");
        long[] sums = Arrays.copyOf(counts, Math.max(counts.length, other.counts.length));
        for (int bucket = 0; bucket < other.counts.length; bucket++) {
            sums[bucket] += other.counts[bucket];
        }
        return new WaitTimes(sums, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }

    /** Returns how many waits were recorded. Who is admitted at once isn't counted. */
    public long count() {
        return count;
    }

    /** Returns the sum of all waits. */
    public Duration total() {
        return Duration.ofNanos(totalNanos);
    }

    /** Returns the mean wait, or zero if there was none. */
    public Duration mean() {
        return Duration.ofNanos(count == 0 ? 0 : totalNanos / count);
    }

    /** Returns the longest wait, or zero if there was none. */
    public Duration max() {
        return Duration.ofNanos(maxNanos);
    }

    /**
     * Returns the wait that so many percent of all don't exceed, or zero if there was none.
     *
     * @throws IllegalArgumentException if {@code percent} isn't in 0 to 100
     */
    public Duration percentile(double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent must be from 0 to 100: " + percent);
        }
        long rank = Math.max(1, (long) Math.ceil(count * percent / 100));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return Duration.ofNanos(Math.min(WaitHistogram.highestOf(bucket), maxNanos));
            }
        }
        return max();
    }

    @Override
    public String toString() {
        return count + " waits, mean " + mean() + ", p50 " + percentile(50) + ", p99 " + percentile(99) + ", max "
                + max();
    }
}
