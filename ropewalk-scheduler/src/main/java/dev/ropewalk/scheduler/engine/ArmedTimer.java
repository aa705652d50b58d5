package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A timer of the {@link Monitor}, and the task that it submits.
 *
 * <p>{@code state}: a single timer goes from ARMED to DONE when its task begins; a repeated one from ARMED to SUBMITTED when
 * it ticks and back when its task has ended, or couldn't be submitted, so that ticks meanwhile are skipped. A timer is DONE
 * only when its task can no longer be refused: until then closing finds it ARMED and abandons it. The thread that brings it
 * to CANCELLED has stopped it. All by compare-and-set.
 */
final class ArmedTimer implements Timer, Abandonable {
    private static final int ARMED = 0;
    private static final int SUBMITTED = 1;
    private static final int DONE = 2;
    private static final int CANCELLED = 3;
    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);

    private final Consumer<ArmedTimer> forget;
    private final @Nullable Executor target;
    private final Runnable task;
    private final long periodNanos;
    private volatile int state = ARMED;

    /** When to tick next; written before the timer is handed to the monitor, then by the monitor. */
    long due;

    /** The place in the monitor's {@link TimerHeap}, or -1; the monitor's. */
    int place = -1;

    /** Makes a timer; without a target its task runs where it ticks. */
    ArmedTimer(Consumer<ArmedTimer> forget, @Nullable Executor target, Runnable task, long due, long periodNanos) {
        this.forget = forget;
        this.target = target;
        this.task = task;
        this.due = due;
        this.periodNanos = periodNanos;
    }

    /**
     * Submits the task; called by the monitor when the time has come. If this throws, the timer is as before.
     *
     * @return whether there is a next time
     */
    boolean tick(long now) {
        if (target == null) {
            if (state == ARMED) {
                task.run();
                STATE.compareAndSet(this, ARMED, DONE);
            }
            return false;
        }
        if (periodNanos == 0) {
            if (state == ARMED) {
                target.execute(this);
            }
            return false;
        }
        if (STATE.compareAndSet(this, ARMED, SUBMITTED)) {
            try {
                target.execute(this);
            } catch (Throwable refused) {
                STATE.compareAndSet(this, SUBMITTED, ARMED);
                throw refused;
            }
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
        boolean stopped = stop();
        if (stopped) {
            forgetIfRoom();
        }
        return stopped;
    }

    /** A timer that can't be forgotten for want of memory is dropped when its time comes. It has been stopped all the same. */
    private void forgetIfRoom() {
        try {
            forget.accept(this);
        } catch (OutOfMemoryError noMemory) {
            return;
        }
    }

    private boolean stop() {
        for (; ; ) {
            int now = state;
            if (now >= DONE) {
                return false;
            }
            if (STATE.compareAndSet(this, now, CANCELLED)) {
                return true;
            }
        }
    }

    /** Says that the scheduler has ended; a timer may be found by the monitor and in its strand's queue. */
    @Override
    public void abandon() {
        if (stop() && task instanceof Abandonable abandonable) {
            abandonable.abandon();
        }
    }

    @Override
    public boolean isDone() {
        return state >= DONE;
    }
}
