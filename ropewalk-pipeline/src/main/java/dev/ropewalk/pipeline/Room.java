package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Those who wait until the slowest stages have come to a certain sequence: parked producers that need room, and whoever closes
 * the pipeline and waits for its end.
 *
 * <p>Each has a sequence that it <em>needs</em> and a higher one at which it would like to be woken: a producer that was woken
 * for each free place would be woken for each event. So a stage that goes on working wakes those who have what they like, and
 * one that finds nothing more to do wakes all who have what they need.
 *
 * <p>Why nobody waits for ever. Whoever waits enters, then looks once more at the stages' sequences, and waits only if what it
 * needs isn't there; that is, only if some stage has still to come to it. That stage writes its sequence, and then either
 * finds nothing more to do, and looks here after a full fence; or handles more events, which repeats the argument. (While it
 * works on, it looks without a fence: what it misses then it sees a batch later.) The lowest wish is only written under the
 * lock and read without it, and may be too low, never too high.
 */
final class Room extends RoomWish {
    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    private final Sequencer sequencer;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Wait> waits = new ArrayList<>();
    private final LongAdder stalls = new LongAdder();

    Room(Sequencer sequencer) {
        this.sequencer = sequencer;
    }

    /** Somebody who waits. It is woken once at most. */
    abstract static class Wait {
        final long need;
        final long wish;

        /**
         * Makes a wait.
         *
         * @param need the sequence that the slowest stage must have come to
         * @param wish the sequence at which to be woken if no stage is idle before, not below the need
         */
        Wait(long need, long wish) {
            this.need = need;
            this.wish = wish;
        }

        /** Called without the lock. */
        abstract void wake();
    }

    /** A thread that parks while it waits. */
    static final class ParkedWait extends Wait {
        private final Thread thread;
        private volatile boolean woken;

        ParkedWait(long need, long wish, Thread thread) {
            super(need, wish);
            this.thread = thread;
        }

        boolean isWoken() {
            return woken;
        }

        @Override
        void wake() {
            woken = true;
            Parking.unpark(thread);
        }
    }

    /** Counts a producer's wait for room. */
    void countStall() {
        stalls.increment();
    }

    /** Returns how often there was one. */
    long stalls() {
        return stalls.sum();
    }

    /** Begins a wait, unless its need is met; returns whether it has begun. */
    boolean enter(Wait wait) {
        lock.lock();
        try {
            waits.add(wait);
            update();
        } finally {
            lock.unlock();
        }
        VarHandle.fullFence();
        return sequencer.consumed() < wait.need || !leave(wait);
    }

    /** Ends a wait; returns whether it hadn't ended before. */
    boolean leave(Wait wait) {
        lock.lock();
        try {
            boolean present = waits.remove(wait);
            update();
            return present;
        } finally {
            lock.unlock();
        }
    }

    /** Called by a stage that has advanced and goes on. */
    void advanced() {
        long lowest = (long) WISH.getOpaque(this);
        if (lowest != Sequence.NOWHERE && lowest <= sequencer.consumed()) {
            wake(sequencer.consumed(), false);
        }
    }

    /** Called by a stage that has advanced and finds nothing more to do. */
    void idle() {
        VarHandle.fullFence();
        if ((long) WISH.getOpaque(this) != Sequence.NOWHERE) {
            wake(sequencer.consumed(), true);
        }
    }

    /** Wakes everybody, whatever they wait for. */
    void wakeAll() {
        wake(Sequence.NOWHERE, true);
    }

    private void wake(long consumed, boolean idle) {
        List<Wait> met = new ArrayList<>();
        lock.lock();
        try {
            waits.removeIf(wait -> {
                boolean woken = consumed >= (idle ? wait.need : wait.wish);
                if (woken) {
                    met.add(wait);
                }
                return woken;
            });
            update();
        } finally {
            lock.unlock();
        }
        met.forEach(Wait::wake);
    }

    private void update() {
        long lowest = Sequence.NOWHERE;
        for (Wait wait : waits) {
            lowest = Math.min(lowest, wait.wish);
        }
        WISH.setOpaque(this, lowest);
    }
}

/** The lowest wish: read by stages with each batch, written around waits only. */
abstract class RoomWish extends CacheLinePadding {
    static final VarHandle WISH;

    static {
        try {
            WISH = MethodHandles.lookup().findVarHandle(RoomWish.class, "wish", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // accessed through WISH
    private long wish = Sequence.NOWHERE;
}
