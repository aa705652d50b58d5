package dev.ropewalk.scheduler.strand;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The task of a strand under test. It counts its runs with a plain field, which goes wrong if two runs overlap or one
 * doesn't see what the previous one wrote, and tells an overlap by a flag, which is opaque so that it orders nothing.
 */
final class CountingTask implements Runnable {
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(CountingTask.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // accessed through INSIDE
    private boolean inside;

    private int runs;
    private volatile boolean overlapped;

    @Override
    public void run() {
        if ((boolean) INSIDE.getOpaque(this)) {
            overlapped = true;
        }
        INSIDE.setOpaque(this, true);
        runs++;
        INSIDE.setOpaque(this, false);
    }

    /** Says that the strand was taken up while it ran or while it held nothing. */
    void noteOverlap() {
        overlapped = true;
    }

    /** Returns how often it ran, or -1 if two runs overlapped. */
    int runs() {
        return overlapped ? -1 : runs;
    }
}
