package dev.ropewalk.scheduler.step;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.strand.VirtualThreads;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A platform thread that runs or carries the code of one scheduler: a worker's, or one of a simulation. */
public abstract class SchedulerThread extends Thread {
    protected SchedulerThread(String name) {
        super(null, null, name, 0, false);
    }

    /** Returns the thread of a scheduler that runs or carries the calling code, if any. */
    public static @Nullable SchedulerThread current() {
        return VirtualThreads.carrierOrCurrent() instanceof SchedulerThread own ? own : null;
    }

    /** Returns the scheduler that runs the calling code, be it a worker's task or a virtual thread that it carries. */
    public static Optional<Scheduler> currentScheduler() {
        return VirtualThreads.carrierOrCurrent() instanceof SchedulerThread own ? own.scheduler() : Optional.empty();
    }

    /** Returns the scheduler of the code that this thread runs or carries. */
    public abstract Optional<Scheduler> scheduler();

    /**
     * Returns whether the calling code, which this thread runs or carries, is a task or a message, and no thread that may block
     * as it likes.
     */
    public boolean runsTask() {
        return !Thread.currentThread().isVirtual();
    }

    /** Lets this thread go on if it is parked; see {@link dev.ropewalk.scheduler.park.Parking#unpark}. */
    public void unpark() {
        LockSupport.unpark(this);
    }

    /** The calling code, which this thread runs or carries, is about to take a step. */
    protected void before(StepKind kind, Object resource) {}

    /** Returns whether a fault is to happen in the calling code. */
    protected boolean isStruck(FaultKind kind, Object place) {
        return false;
    }

    /** Returns what wants to know of more than steps; null if nothing does. */
    protected @Nullable Notes notes() {
        return null;
    }

    /** Returns the next of the numbers that a simulation has for things of one kind without a name. */
    protected long nextNumber(String kind) {
        throw new IllegalStateException(this + " belongs to no simulation");
    }

    /** Returns whether this thread belongs to a simulation. */
    protected boolean isSimulated() {
        return false;
    }
}
