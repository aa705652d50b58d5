package dev.ropewalk.limit.waiter;

/** Counts waits like {@link WaitHistogram}, but for one thread at a time and without atomics. */
public final class WaitLog {
    private final long[] counts = new long[WaitHistogram.BUCKETS];
    private long total;
    private long max;

    /** Records a wait; a clock that ran backwards counts as no wait. */
    public void record(long nanos) {
        long wait = Math.max(0, nanos);
        counts[WaitHistogram.bucketOf(wait)]++;
        total += wait;
        max = Math.max(max, wait);
    }

    public WaitSnapshot snapshot() {
        return new WaitSnapshot(counts.clone(), total, max);
    }
}
