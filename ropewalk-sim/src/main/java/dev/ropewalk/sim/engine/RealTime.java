package dev.ropewalk.sim.engine;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets real time pass for user code that reads the real clock, such as {@link Thread#sleep} and the timed waits of the JDK's locks
 * and queues: they park again until that clock agrees. A run has little of it, because it should take milliseconds.
 */
final class RealTime {
    private static final long MOST_NANOS = 2_000_000_000;

    private long spentNanos;

    /** Waits until a moment by {@link System#nanoTime}; returns false at once if the run has too little left. */
    boolean await(long due) {
        long left = due - System.nanoTime();
        spentNanos += Math.max(0, left);
        if (spentNanos > MOST_NANOS) {
            return false;
        }
        while (left > 0) {
            pause(left);
            left = due - System.nanoTime();
        }
        return true;
    }

    /** Only the world's own thread may park: a virtual one that has just ended a task, and so is no party, wouldn't be woken. */
    private void pause(long nanos) {
        if (Thread.currentThread().isVirtual()) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    /** Returns where a party waits, as the cause of a failure. */
    static Throwable stackOf(@Nullable Party waiting) {
        var where = new Throwable(waiting + " waits here");
        Thread thread = waiting == null || waiting.place == null ? null : waiting.place.thread();
        if (thread != null) {
            where.setStackTrace(thread.getStackTrace());
        }
        return where;
    }
}
