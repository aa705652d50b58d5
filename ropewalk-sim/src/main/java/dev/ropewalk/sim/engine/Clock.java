package dev.ropewalk.sim.engine;

import dev.ropewalk.sim.time.Event;
import dev.ropewalk.sim.time.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The virtual time of a world, in nanoseconds. It moves only when no party can take a step: to what happens next, or, if parties
 * only look for something in vain, by the time that a look is taken to need, which doubles from look to look.
 */
final class Clock {
    private static final long FIRST_SPIN_NANOS = 1_000;
    private static final long LAST_SPIN_NANOS = 1_000_000_000;

    /** What is left of a timeout when the real clock was read in between is rounded up to a multiple of this. */
    private static final long GRAIN_NANOS = 10_000_000;

    private final WorldHost host;
    private final long maxNanos;
    private final WorldFaults faults;
    private final SchedulerState state;
    private final EventQueue events = new EventQueue();
    private final RealTime realTime = new RealTime();
    private final List<Party> spinning = new ArrayList<>();
    private long spinNanos = FIRST_SPIN_NANOS;
    private long now;

    Clock(WorldHost host, long maxNanos, WorldFaults faults, SchedulerState state) {
        this.host = host;
        this.maxNanos = maxNanos;
        this.faults = faults;
        this.state = state;
    }

    long now() {
        return now;
    }

    /** Makes something happen at a moment; never, if that is further away than a run may last. */
    Event at(long due, Runnable action) {
        return due - now > maxNanos ? events.never(due, action) : events.add(due, action);
    }

    /** Runs something short when time has passed, for which a party waits that has just stopped; returns what cancels it. */
    Runnable after(long nanos, Runnable task, @Nullable Party waiting) {
        long due = host.later(nanos);
        if (waiting != null) {
            waiting.waitsUntil = due;
        }
        return at(due, task)::cancel;
    }

    /**
     * Runs something short when time has passed, real time included; returns what cancels it. The time is what is left of a timeout,
     * some real nanoseconds of which are over. It is rounded up, so that they have no say in the order of what is due.
     */
    Runnable afterRealTime(long nanos, Runnable task, @Nullable Party waiting) {
        long realDue = System.nanoTime() + nanos;
        Runnable ending = () -> {
            if (realTime.await(realDue)) {
                task.run();
            } else {
                host.end(Ending.uncontrolled(
                        waiting + " waits by the real clock for " + Duration.ofNanos(nanos)
                                + "; wait through the scheduler",
                        RealTime.stackOf(waiting)));
            }
        };
        return after(Math.ceilDiv(nanos, GRAIN_NANOS) * GRAIN_NANOS, ending, waiting);
    }

    /** A party has looked for something in vain. It looks again when another one has taken a step, or time has passed. */
    void addSpinning(Party party) {
        spinning.add(party);
    }

    /** Lets those look again that have looked in vain, because a party has taken a step. */
    void stopSpinning() {
        if (!spinning.isEmpty()) {
            spinning.forEach(host::ready);
            spinning.clear();
        }
        spinNanos = FIRST_SPIN_NANOS;
    }

    /** Lets time pass; returns false if nothing is to happen any more. */
    boolean passOn() {
        Event first = events.first();
        if (first == null) {
            return !spinning.isEmpty() && !areAllIdle() && passLook();
        }
        if (first.due() > maxNanos) {
            host.end(Ending.tooLong(maxNanos, state.timers()));
            return false;
        }
        now = Math.max(now, first.due() + faults.jump());
        events.happen(now);
        stopSpinning();
        return true;
    }

    private boolean areAllIdle() {
        return spinning.stream().allMatch(party -> party.idle);
    }

    private boolean passLook() {
        if (spinNanos > LAST_SPIN_NANOS) {
            host.end(Ending.liveLocked(List.copyOf(spinning)));
            return false;
        }
        now += spinNanos;
        long longer = spinNanos << 1;
        stopSpinning();
        spinNanos = longer;
        return true;
    }
}
