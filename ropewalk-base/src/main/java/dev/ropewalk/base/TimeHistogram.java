package dev.ropewalk.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts times by length, in buckets that are a sixteenth of their power of two wide, so that a percentile is at most that much too long. Counting
 * needs no memory. Any thread may read: whoever reads the counts first finds the times that are counted in the sum and the longest, too, and maybe
 * some more. HdrHistogram has shown the layout.
 */
public final class TimeHistogram {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle TOTAL = VarHandles.of(MethodHandles.lookup(), "total", long.class);
    private static final VarHandle MAX = VarHandles.of(MethodHandles.lookup(), "max", long.class);

    private static final int STEP_BITS = 4;
    private static final int STEPS = 1 << STEP_BITS;

    /** How many buckets there are. */
    public static final int BUCKETS = (Long.SIZE - STEP_BITS) * STEPS;

    private final long[] counts = new long[BUCKETS];
    private long total;
    private long max;

    /** Counts a time in nanoseconds; a clock that ran backwards counts as no time. Any thread may do so. */
    public void record(long nanos) {
        long time = Math.max(0, nanos);
        for (long seen = maxNanos(); time > seen && !MAX.compareAndSet(this, seen, time); ) {
            seen = maxNanos();
        }
        long ignored = (long) TOTAL.getAndAdd(this, time);
        ignored = (long) COUNT.getAndAdd(counts, bucketOf(time), 1L);
    }

    /** Counts a time as {@link #record} does, without atomic operations. Only one thread at a time may count so, and none by the other method. */
    public void recordAlone(long nanos) {
        long time = Math.max(0, nanos);
        if (time > max) {
            MAX.setOpaque(this, time);
        }
        TOTAL.setOpaque(this, total + time);
        int bucket = bucketOf(time);
        COUNT.setRelease(counts, bucket, counts[bucket] + 1);
    }

    /** Returns how many times are in each bucket. */
    public long[] counts() {
        long[] copy = new long[BUCKETS];
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            copy[bucket] = (long) COUNT.getAcquire(counts, bucket);
        }
        return copy;
    }

    /** Returns the sum of all times. */
    public long totalNanos() {
        return (long) TOTAL.getOpaque(this);
    }

    /** Returns the longest time, 0 if there was none. */
    public long maxNanos() {
        return (long) MAX.getOpaque(this);
    }

    static int bucketOf(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (exponent + 1) * STEPS + (int) (nanos >>> exponent) - STEPS;
    }

    /** Returns the longest time that falls into a bucket, in nanoseconds. */
    public static long highestOf(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int exponent = bucket / STEPS - 1;
        long lowest = (long) (STEPS + bucket % STEPS) << exponent;
        return lowest + (1L << exponent) - 1;
    }
}
