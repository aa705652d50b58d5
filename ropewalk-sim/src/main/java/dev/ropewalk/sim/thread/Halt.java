package dev.ropewalk.sim.thread;

import org.jspecify.annotations.Nullable;

/**
 * Ends what is under way in a campaign, be it in the middle of a run: runs look at it before each step. The thread that watches the
 * runs sets it, see {@link Watchdog}. Thread-safe.
 */
public final class Halt {
    /** Why to end. */
    public enum Reason {
        /** The calling thread was interrupted. */
        INTERRUPTED,
        /** The real time is up. */
        TIME_UP,
        /** The thread that does the work holds a world up, and is left behind. */
        GIVEN_UP
    }

    private volatile @Nullable Reason reason;
    private long deadline;

    private Halt(long deadline) {
        this.deadline = deadline;
    }

    /** Returns one that sets itself after so much real time, in nanoseconds. */
    public static Halt after(long nanos) {
        return new Halt(System.nanoTime() + nanos);
    }

    /** Gives more time: so many nanoseconds from this moment on. An interrupt isn't taken back. */
    public synchronized void restart(long nanos) {
        deadline = System.nanoTime() + nanos;
        if (reason == Reason.TIME_UP) {
            reason = null;
        }
    }

    /** Returns why to end; null if there is no reason to. Cheap: asked before each step. */
    public @Nullable Reason reason() {
        return reason;
    }

    /** Returns whether the calling thread was interrupted. */
    public boolean isInterrupted() {
        return reason == Reason.INTERRUPTED;
    }

    /** Ends the work, because the calling thread was interrupted. */
    public synchronized void interrupt() {
        if (reason != Reason.GIVEN_UP) {
            reason = Reason.INTERRUPTED;
        }
    }

    /** Ends the work, because its thread is left behind. */
    public synchronized void giveUp() {
        reason = Reason.GIVEN_UP;
    }

    /** Looks at the clock, and sets this if the time is up; returns why to end, as {@link #reason} does. */
    public synchronized @Nullable Reason look() {
        if (reason == null && System.nanoTime() - deadline >= 0) {
            reason = Reason.TIME_UP;
        }
        return reason;
    }
}
