package dev.ropewalk.sim.thread;

import java.util.concurrent.TimeUnit;

/**
 * How long a campaign waits in real time for threads outside of its worlds, if the JVM doesn't tell whether one of them holds what a
 * world waits for: long at first, and hardly at all when it was in vain so often that it adds up.
 */
final class Patience {
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int MOST_SHORT = 20;

    private long leftNanos = TimeUnit.MILLISECONDS.toNanos(500);
    private int shortInVain;

    /** Returns how long to wait at most, in nanoseconds. */
    long nanos() {
        return Math.clamp(leftNanos / 2, LEAST_NANOS, MOST_NANOS);
    }

    /** Notes that a wait was in vain. */
    void lose(long nanos) {
        leftNanos = Math.max(0, leftNanos - nanos);
    }

    /** Returns how long to wait at once for what a thread has stopped at, in nanoseconds, before others go on. */
    long shortNanos() {
        return shortInVain < MOST_SHORT ? SHORT_NANOS : 0;
    }

    /** Notes whether such a wait was in vain. */
    void noteShort(boolean inVain) {
        shortInVain = inVain ? shortInVain + 1 : 0;
    }
}
