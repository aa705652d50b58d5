package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.Strand;

/** {@code ArmedTimer} with states that are looked at and then written. */
public final class BrokenTimer implements Runnable {
    private enum State {
        ARMED,
        SUBMITTED,
        DONE,
        CANCELLED
    }

    private final Strand strand;
    private final Runnable task;
    private final long periodNanos;
    private volatile State state = State.ARMED;

    public BrokenTimer(Strand strand, Runnable task, long periodNanos) {
        this.strand = strand;
        this.task = task;
        this.periodNanos = periodNanos;
    }

    boolean tick(long now) {
        if (state == State.ARMED) {
            if (periodNanos > 0) {
                state = State.SUBMITTED;
            }
            strand.execute(this);
        }
        return periodNanos > 0 && now >= 0;
    }

    @Override
    public void run() {
        if (periodNanos > 0 && state == State.SUBMITTED) {
            task.run();
            state = State.ARMED;
        } else if (state == State.ARMED) {
            state = State.DONE;
            task.run();
        }
    }

    boolean cancel() {
        if (state == State.DONE || state == State.CANCELLED) {
            return false;
        }
        state = State.CANCELLED;
        return true;
    }
}
