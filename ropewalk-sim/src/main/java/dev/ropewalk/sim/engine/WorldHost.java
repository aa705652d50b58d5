package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.thread.WorldFailure;
import dev.ropewalk.sim.time.Event;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a world ask of it. They don't know the world itself, and this knows none of them but the parties.
 *
 * <p>A class, since the JVM calls the only one of its kind directly.
 */
abstract class WorldHost {
    // Parties

    /** Returns the number of the next party that is made. */
    abstract int nextPartyNumber();

    /** Returns the number of a resource. */
    abstract int numberOf(Object resource);

    /** Returns the number of the next resource that isn't looked up. */
    abstract int newResourceNumber();

    /** Makes a party ready that has announced its step and isn't ready. */
    abstract void ready(Party party);

    /** Takes a party that is at the beginning of a task out of those that will go on. */
    abstract void withdraw(Party party);

    /** Returns the parties that are ready. */
    abstract List<Party> readyParties();

    /** Returns the party whose code runs. */
    abstract Party current();

    /** Returns where the calling party does something, if the steps of the run are taken down. */
    public abstract @Nullable Throwable originIfLogged(String what);

    // Steps

    /** Returns how many steps were taken. */
    public abstract long steps();

    /** Lets the calling party announce its next step. Returns when its turn comes. */
    public abstract void before(StepKind kind, Object resource);

    /** Takes the party that goes on out of the ready ones; null if none does. */
    abstract @Nullable Party choose();

    /** Decides for a number from zero up to a bound, which it excludes. */
    abstract int draw(int bound);

    // Time

    /** Returns the virtual time since the beginning, in nanoseconds. */
    public abstract long now();

    /** Returns the moment after so many nanoseconds, which may be the end of time. */
    final long later(long nanos) {
        long now = now();
        long due = now + Math.max(0, nanos);
        return due < now ? Long.MAX_VALUE : due;
    }

    /** Makes something happen at a moment, in nanoseconds; never, if that is further away than a run may last. */
    abstract Event at(long due, Runnable action);

    // Threads

    /** Parks the calling party. May return for no reason. */
    final void park(Object blocker) {
        parkUntil(blocker, Long.MAX_VALUE);
    }

    /** As {@link #park}, for a wait that something else ends at a moment, in nanoseconds. */
    abstract void parkUntil(Object blocker, long due);

    /** Lets a thread go on, or its next park return at once. */
    abstract void unpark(Thread thread);

    /** Lets the calling party wait until a condition holds, which is looked at before each step. */
    public abstract void awaitCondition(String what, BooleanSupplier condition);

    /** Lets the calling party wait until a condition holds, for some time at most; returns whether it holds. */
    abstract boolean awaitCondition(String what, BooleanSupplier condition, long nanos) throws InterruptedException;

    /** Returns whether the calling code is a party of this world. */
    abstract boolean isCaller();

    /** Throws if the world has ended, or the calling thread is none of this world's while that runs. */
    public abstract void requireCaller(Object used);

    // The whole

    /** Returns the scheduler of the world. */
    public abstract Scheduler simulatedScheduler();

    /** Goes on until a condition holds, the world is at rest or has ended. Called by a thread that isn't the world's. */
    public abstract void runUntil(BooleanSupplier condition);

    /** Ends the world: every party that is stopped goes on only to end, too. */
    public abstract void end(Ending how);

    /** Returns how the world has ended; null if it hasn't. */
    public abstract @Nullable Ending ending();

    /** Returns how the run has failed; null if it hasn't. */
    public final @Nullable WorldFailure failure() {
        Ending known = ending();
        return known == null || !known.hasFailed() ? null : new WorldFailure(known.message(), known.cause());
    }
}
