package dev.ropewalk.limit.permit;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A limiter's slots: the limit, how many are in flight, and whether the short way is guarded, all in one word.
 *
 * <pre>
 *   63       62 ... 32   31 ... 0
 *   guarded  limit       in flight
 * </pre>
 *
 * <p>Without a guard any thread takes and gives a slot with one compare-and-set. With it these fail, and a thread that wants a
 * slot, or has one to give, must take the limiter's lock. The guard is put up and lifted under that lock only. It is up while a
 * request waits.
 *
 * <p>Why it is right:
 * <ul>
 * <li><b>Never more than the limit.</b> A slot is taken by a compare-and-set from a word in which fewer were in flight than the
 *     limit said. Since the limit is part of that word, it was the limit at that very moment, even if it is being set. A limit that
 *     goes below what is in flight takes nothing away; no slot is taken until enough have been given.
 * <li><b>No wake-up is lost.</b> A thread that is about to wait puts up the guard by a compare-and-set from a word without a free
 *     slot. Each release changes the same word. If it comes before, that compare-and-set fails, and its thread finds the slot. If
 *     it comes after, the releasing thread finds the guard and takes the lock, under which the waiter is in the queue.
 * <li><b>No request barges.</b> A slot that is given or added under the guard can be taken under the lock only, where waiting
 *     requests come first; the guard is lifted when none waits any more.
 * <li><b>One releases before the next begins.</b> Every change is a compare-and-set of the one word, so that a thread that takes
 *     a slot sees what was done under all permits that were released before.
 * </ul>
 *
 * <p>With the guard up the word changes under the lock only, so that what is read there stays true until the lock is let go.
 */
public final class SlotWord extends SlotWordValue {
    /** No slot was free. */
    static final int NONE = 0;

    private static final int LIMIT_SHIFT = 32;
    private static final long GUARD = Long.MIN_VALUE;
    private static final long IN_FLIGHT = (1L << LIMIT_SHIFT) - 1;
    private static final VarHandle WORD =
            VarHandles.of(MethodHandles.lookup(), SlotWordValue.class, "word", long.class);

    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16;

    public SlotWord(int limit) {
        WORD.setRelease(this, (long) limit << LIMIT_SHIFT);
    }

    /** Takes a slot if one is free and there is no guard; returns how many are in flight with it, or {@link #NONE}. */
    int tryTake() {
        for (; ; ) {
            long seen = word;
            if (seen < 0 || isFull(seen)) {
                return NONE;
            }
            if (WORD.compareAndSet(this, seen, seen + 1)) {
                return inFlight(seen) + 1;
            }
            Thread.onSpinWait();
        }
    }

    /** Gives a slot back; returns false, and does nothing, if there is a guard. */
    public boolean tryGive() {
        for (; ; ) {
            long seen = word;
            if (seen < 0) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen - 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
    }

    /** Takes a free slot, guard or not; under the lock. */
    public int take() {
        for (; ; ) {
            long seen = word;
            if (isFull(seen)) {
                return NONE;
            }
            if (WORD.compareAndSet(this, seen, seen + 1)) {
                return inFlight(seen) + 1;
            }
            Thread.onSpinWait();
        }
    }

    /** Takes a free slot, or puts up the guard if there is none; under the lock. */
    public int takeOrGuard() {
        for (; ; ) {
            long seen = word;
            boolean full = isFull(seen);
            if (WORD.compareAndSet(this, seen, full ? seen | GUARD : seen + 1)) {
                return full ? NONE : inFlight(seen) + 1;
            }
            Thread.onSpinWait();
        }
    }

    /** Gives a slot back, guard or not; under the lock. */
    void give() {
        WORD.getAndAdd(this, -1L);
    }

    /** Puts up the guard; under the lock. */
    public void guard() {
        WORD.getAndBitwiseOr(this, GUARD);
    }

    /** Lifts the guard; under the lock. */
    public void unguard() {
        WORD.getAndBitwiseAnd(this, ~GUARD);
    }

    /** Sets the limit; under the lock, and above zero. */
    void setLimit(int limit) {
        for (; ; ) {
            long seen = word;
            long next = (seen & (GUARD | IN_FLIGHT)) | ((long) limit << LIMIT_SHIFT);
            if (WORD.compareAndSet(this, seen, next)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    boolean isFull() {
        return isFull(word);
    }

    int inFlight() {
        return inFlight(word);
    }

    int limit() {
        return limit(word);
    }

    private static boolean isFull(long word) {
        return inFlight(word) >= limit(word);
    }

    private static int inFlight(long word) {
        return (int) (word & IN_FLIGHT);
    }

    private static int limit(long word) {
        return (int) ((word & ~GUARD) >>> LIMIT_SHIFT);
    }
}
