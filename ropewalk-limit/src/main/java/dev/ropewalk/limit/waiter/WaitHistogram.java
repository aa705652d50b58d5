package dev.ropewalk.limit.waiter;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts waits by length, in buckets that are 1/16 of their power of two wide, so that a percentile is at most that much too
 * long. Any thread may record. Only requests that have waited are recorded, so that this costs nothing where none waits.
 */
public final class WaitHistogram {
    private static final int STEP_BITS = 4;
    private static final int STEPS = 1 << STEP_BITS;
    static final int BUCKETS = (Long.SIZE - STEP_BITS) * STEPS;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final LongAdder total = new LongAdder();
    private final LongAccumulator max = new LongAccumulator(Math::max, 0);

    /** Records a wait; a clock that ran backwards counts as no wait. */
    public void record(long nanos) {
        long wait = Math.max(0, nanos);
        counts.getAndIncrement(bucketOf(wait));
        total.add(wait);
        max.accumulate(wait);
    }

    public WaitSnapshot snapshot() {
        long[] copy = new long[BUCKETS];
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            copy[bucket] = counts.getOpaque(bucket);
        }
        return new WaitSnapshot(copy, total.sum(), max.get());
    }

    static int bucketOf(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (exponent + 1) * STEPS + (int) (nanos >>> exponent) - STEPS;
    }

    /** Returns the longest wait that falls into a bucket, in nanoseconds. */
    public static long highestOf(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int exponent = bucket / STEPS - 1;
        long lowest = (long) (STEPS + bucket % STEPS) << exponent;
        return lowest + (1L << exponent) - 1;
    }
}
