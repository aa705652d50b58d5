package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.thread.Place;
import org.jspecify.annotations.Nullable;

/**
 * What takes steps in a world: a strand, a task or a thread. Only one party runs at a time, and all fields belong to the code
 * that runs.
 *
 * <p>A party is in one of four states. It <em>rests</em> if it has nothing to do. It is <em>ready</em> if it has announced its
 * next step and waits for its turn; then it stands in the world's {@link ReadySet}. It <em>runs</em> if it is the world's
 * current one. It is <em>blocked</em> if it waits for another party or for time.
 */
abstract class Party {
    final int number;

    /** Where this party's code is; null while it is at the beginning of a task, which any worker can begin. */
    @Nullable
    Place place;

    /** The slot in the ready set, or -1. */
    int slot = -1;

    /** The step that this party will take, and the number of the resource. */
    StepKind kind = StepKind.START;

    int resource;

    /** Whether a fault holds this party up for a while, or for ever. */
    boolean isStalled;

    boolean isLost;

    /** When this party began to wait for the last time, in nanoseconds of virtual time. */
    long blockedAt;

    /** When the wait of this party ends by itself, in nanoseconds of virtual time; {@link Long#MAX_VALUE} if it doesn't. */
    long waitsUntil = Long.MAX_VALUE;

    /** Where a thread was started, if the steps of the run are taken down. */
    @Nullable
    Throwable origin;

    /** How many steps this party has taken. */
    long steps;

    /** Whether it polls for work, and may do so for ever. */
    boolean idle;

    Party(int number) {
        this.number = number;
    }

    final void announce(StepKind next, int resourceNumber) {
        kind = next;
        resource = resourceNumber;
    }

    final boolean isReady() {
        return slot >= 0;
    }

    /** Returns whether this is a task or a message, and no thread that may block as it likes. */
    abstract boolean isTask();

    /** Returns the message that the next step handles, if there is one. */
    @Nullable
    Object message() {
        return null;
    }

    /** Runs the task at whose beginning this party is; called in a worker's place. */
    abstract void runTask();

    /** The task that this party ran has ended: it rests, or is ready for its next one. */
    abstract void taskEnded();

    /** Returns what this party is, as a report shows it. */
    abstract String name();

    @Override
    public final String toString() {
        return "#" + number + " " + name();
    }
}
