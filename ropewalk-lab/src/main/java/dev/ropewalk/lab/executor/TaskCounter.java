package dev.ropewalk.lab.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts tasks at the least cost, and the same cost on whichever thread: a load, a compare, a load and a store. One
 * shared counter would measure how fast two cores exchange a cache line, and an atomic add on one counter a thread would
 * still wait for its fence.
 *
 * <p>Why no count is lost: a stripe belongs to the first thread that claims it by compare-and-set, for good, and only its
 * owner writes its count. Thread numbers are never used twice. A thread whose stripe belongs to another counts in the
 * shared overflow; with fewer pool threads than stripes, numbered one after the other, that doesn't happen, with a new
 * virtual thread for each task it mostly does, and costs little against the thread. The reader adds up counts that only
 * grow, each stored with release and loaded with acquire: once the sum is that of all tasks, all have run, and what they
 * did happens-before what the reader does.
 */
final class TaskCounter {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int STRIPES = 64;
    /** Longs from one stripe to the next: two cache lines, since lines are fetched in pairs. */
    private static final int STRIDE = 16;

    private static final int COUNT = 1;

    /** Per stripe: the owner's thread number, zero for none, and the count. The first stride is empty. */
    private final long[] stripes = new long[STRIDE * (STRIPES + 2)];

    private final AtomicLong overflow = new AtomicLong();

    /** Counts one task, in the thread that runs it. */
    void increment() {
        long[] all = stripes;
        long thread = Thread.currentThread().threadId();
        int stripe = STRIDE * (1 + (int) (thread & (STRIPES - 1)));
        if ((long) LONGS.getOpaque(all, stripe) == thread || LONGS.compareAndSet(all, stripe, 0L, thread)) {
            LONGS.setRelease(all, stripe + COUNT, all[stripe + COUNT] + 1);
        } else {
            overflow.getAndIncrement();
        }
    }

    /** Returns how many tasks have been counted, or fewer if some are counted meanwhile. */
    long sum() {
        long sum = overflow.get();
        for (int stripe = STRIDE; stripe <= STRIDE * STRIPES; stripe += STRIDE) {
            sum += (long) LONGS.getAcquire(stripes, stripe + COUNT);
        }
        return sum;
    }
}
