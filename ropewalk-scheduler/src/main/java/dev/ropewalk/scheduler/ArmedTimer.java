package dev.ropewalk.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * A timer of the {@link Monitor}, and the task that it submits.
 *
 * <p>{@code state}: a single timer goes from ARMED to DONE when its task begins; a repeated one from ARMED to SUBMITTED when
 * it ticks and back when its task has ended, so that ticks meanwhile are skipped. Whoever brings it to CANCELLED has stopped
 * it. All by compare-and-set.
 */
final class ArmedTimer implements Timer, Runnable {
    private static final int ARMED = 0;
    private static final int SUBMITTED = 1;
    private static final int DONE = 2;
    private static final int CANCELLED = 3;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ArmedTimer.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Consumer<ArmedTimer> forget;
    private final Strand strand;
    private final Runnable task;
    private final long periodNanos;
    private volatile int state = ARMED;

    /** When to tick next; written before the timer is handed to the monitor, then by the monitor. */
    long due;

    /** The place in the monitor's {@link TimerHeap}, or -1; the monitor's. */
    int place = -1;

    ArmedTimer(Consumer<ArmedTimer> forget, Strand strand, Runnable task, long due, long periodNanos) {
        this.forget = forget;
        this.strand = strand;
        this.task = task;
        this.due = due;
        this.periodNanos = periodNanos;
    }

    /** Submits the task; called by the monitor when the time has come. Returns whether there is a next time. */
    boolean tick(long now) {
        if (periodNanos == 0) {
            if (state == ARMED) {
                strand.execute(this);
            }
            return false;
        }
        if (STATE.compareAndSet(this, ARMED, SUBMITTED)) {
            strand.execute(this);
        }
        long late = now - due;
        due += periodNanos * (1 + Math.max(0, late / periodNanos));
        return state != CANCELLED;
    }

    @Override
    public void run() {
        if (periodNanos == 0) {
            if (STATE.compareAndSet(this, ARMED, DONE)) {
                task.run();
            }
        } else if (state == SUBMITTED) {
            try {
                task.run();
            } finally {
                STATE.compareAndSet(this, SUBMITTED, ARMED);
            }
        }
    }

    @Override
    public boolean cancel() {
        for (; ; ) {
            int now = state;
            if (now >= DONE) {
                return false;
            }
            if (STATE.compareAndSet(this, now, CANCELLED)) {
                forget.accept(this);
                return true;
            }
        }
    }

    @Override
    public boolean isDone() {
        return state >= DONE;
    }
}
