package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.time.Event;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A timer of a world: submits its task to a strand, once or again and again. */
final class SimulatedTimer implements Timer, ArmedTimer {
    private final WorldHost host;
    private final SchedulerState state;
    private final SimulatedStrand strand;
    private final Runnable task;
    private final long periodNanos;
    private final @Nullable Throwable origin;
    private @Nullable Event event;
    private boolean done;

    SimulatedTimer(WorldHost host, SchedulerState state, SimulatedStrand strand, Runnable task, long periodNanos) {
        this.host = host;
        this.state = state;
        this.strand = strand;
        this.task = task;
        this.periodNanos = periodNanos;
        this.origin = host.originIfLogged("armed");
    }

    /** Arms this timer; if it is due, it is submitted at once, and what its caller does next is up against it. */
    void arm(long due) {
        state.timers().add(this);
        event = host.at(due, this::tick);
        if (due <= host.now()) {
            event.cancel();
            tick();
        }
    }

    private void tick() {
        if (periodNanos == 0) {
            state.timers().remove(this);
        }
        strand.enqueueByClock(this);
    }

    /** A tick that comes while the task of an earlier one is still to be done is left out. */
    private void armNext() {
        long due = Objects.requireNonNull(event).due();
        long left = (host.now() - due) / periodNanos;
        event = host.at(due + (left + 1) * periodNanos, this::tick);
    }

    @Override
    public long due() {
        return Objects.requireNonNull(event).due();
    }

    @Override
    public long periodNanos() {
        return periodNanos;
    }

    @Override
    public @Nullable Throwable origin() {
        return origin;
    }

    @Override
    public void run() {
        if (done) {
            return;
        }
        done = periodNanos == 0;
        try {
            task.run();
        } finally {
            if (!done) {
                armNext();
            }
        }
    }

    @Override
    public boolean cancel() {
        host.requireCaller(this);
        host.before(StepKind.CLOSE, strand);
        if (done) {
            return false;
        }
        stop();
        return true;
    }

    private void stop() {
        done = true;
        state.timers().remove(this);
        if (event != null) {
            event.cancel();
        }
    }

    @Override
    public boolean isDone() {
        host.requireCaller(this);
        host.before(StepKind.ACCESS, strand);
        return done;
    }

    /** The scheduler has ended; its task is told unless it was. */
    @Override
    public void abandon() {
        if (!done) {
            stop();
            if (task instanceof Abandonable abandonable) {
                abandonable.abandon();
            }
        }
    }

    @Override
    public String toString() {
        return "Timer[" + task + (done ? ", done]" : "]");
    }
}
