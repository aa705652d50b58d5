package dev.ropewalk.scheduler;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.TimeHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * How long something has taken, each time: a histogram, taken while others go on. Percentiles are at most 1/16 above the true value; the
 * longest time is exact unless it is one {@linkplain #since since} an earlier look. Immutable and thread-safe.
 */
public final class TimeDistribution {
    private static final TimeDistribution NONE = new TimeDistribution(new long[TimeHistogram.BUCKETS], 0, 0);

    private final long[] counts;
    private final long count;
    private final long totalNanos;
    private final long maxNanos;

    private TimeDistribution(long[] counts, long totalNanos, long maxNanos) {
        this.counts = counts;
        this.count = Arrays.stream(counts).sum();
        this.totalNanos = totalNanos;
        this.maxNanos = maxNanos;
    }

    /** Returns the distribution of no times. */
    public static TimeDistribution none() {
        return NONE;
    }

    /** Returns what a histogram has counted so far; only Ropewalk's modules have any. */
    @SuppressWarnings("exports")
    public static TimeDistribution of(TimeHistogram histogram) {
        Objects.requireNonNull(histogram, "histogram");
        return new TimeDistribution(histogram.counts(), histogram.totalNanos(), histogram.maxNanos());
    }

    /** Returns how many times were recorded; where only some are, how many of these. */
    public long count() {
        return count;
    }

    /** Returns the sum of all times. */
    public Duration total() {
        return Duration.ofNanos(totalNanos);
    }

    /** Returns the mean time, or zero if there was none. */
    public Duration mean() {
        return Duration.ofNanos(count == 0 ? 0 : totalNanos / count);
    }

    /** Returns the longest time, or zero if there was none. */
    public Duration max() {
        return Duration.ofNanos(maxNanos);
    }

    /**
     * Returns the time that so many percent of all don't exceed, or zero if there was none.
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
                return Duration.ofNanos(Math.min(TimeHistogram.highestOf(bucket), maxNanos));
            }
        }
        return max();
    }

    /** Returns these times and those of another distribution. */
    public TimeDistribution plus(TimeDistribution other) {
        Objects.requireNonNull(other, "other");
        long[] sums = counts.clone();
        for (int bucket = 0; bucket < sums.length; bucket++) {
            sums[bucket] += other.counts[bucket];
        }
        return new TimeDistribution(sums, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }

    /**
     * Returns the times that came after an earlier look at the same thing. The longest of them is told as percentiles are.
     *
     * @throws IllegalArgumentException if that look isn't an earlier one
     */
    public TimeDistribution since(TimeDistribution earlier) {
        Objects.requireNonNull(earlier, "earlier");
        long[] differences = counts.clone();
        long longest = 0;
        for (int bucket = 0; bucket < differences.length; bucket++) {
            differences[bucket] -= earlier.counts[bucket];
            if (differences[bucket] < 0) {
                throw new IllegalArgumentException(this + " isn't later than " + earlier);
            }
            if (differences[bucket] > 0) {
                longest = TimeHistogram.highestOf(bucket);
            }
        }
        return new TimeDistribution(
                differences, Math.max(0, totalNanos - earlier.totalNanos), Math.min(maxNanos, longest));
    }

    @Override
    public String toString() {
        return count + (count == 1 ? " time" : " times") + ", mean " + Durations.inWords(mean()) + ", p50 "
                + Durations.inWords(percentile(50)) + ", p99 " + Durations.inWords(percentile(99)) + ", max "
                + Durations.inWords(max());
    }
}
