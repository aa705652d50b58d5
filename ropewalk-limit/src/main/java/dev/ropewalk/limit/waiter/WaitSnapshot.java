package dev.ropewalk.limit.waiter;

import dev.ropewalk.limit.WaitTimes;
import java.time.Duration;
import java.util.Arrays;

/** The counts of a {@link WaitHistogram} at one moment. */
public final class WaitSnapshot implements WaitTimes {
    /** No wait at all. */
    public static final WaitSnapshot NONE = new WaitSnapshot(new long[0], 0, 0);

    private final long[] counts;
    private final long count;
    private final long totalNanos;
    private final long maxNanos;

    WaitSnapshot(long[] counts, long totalNanos, long maxNanos) {
        this.counts = counts;
        this.totalNanos = totalNanos;
        this.maxNanos = maxNanos;
        long sum = 0;
        for (long one : counts) {
            sum += one;
        }
        this.count = sum;
    }

    /** Returns these waits and those of another. */
    public WaitSnapshot plus(WaitSnapshot other) {
        long[] sums = Arrays.copyOf(counts, Math.max(counts.length, other.counts.length));
        for (int bucket = 0; bucket < other.counts.length; bucket++) {
            sums[bucket] += other.counts[bucket];
        }
        return new WaitSnapshot(sums, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public Duration total() {
        return Duration.ofNanos(totalNanos);
    }

    @Override
    public Duration mean() {
        return Duration.ofNanos(count == 0 ? 0 : totalNanos / count);
    }

    @Override
    public Duration max() {
        return Duration.ofNanos(maxNanos);
    }

    @Override
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
