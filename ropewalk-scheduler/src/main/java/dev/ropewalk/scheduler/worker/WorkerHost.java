package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.Demand;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.StrandHost;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What workers need of their scheduler, and what all of them share. An abstract class with one subclass in a program, so that
 * the JVM calls directly what a worker asks at each look at the clock.
 *
 * <p>What the scheduler takes from the machine comes through here, too: the clock, random numbers, the CPU's number, threads,
 * and how they wait. A model of another machine overrides that, and runs the same workers.
 */
public abstract class WorkerHost extends StrandHost implements Scheduler {
    public final SchedulerOptions options;
    public final WorkerTable table;
    public final Sleepers sleepers;
    public final Spares spares;
    final Caches caches;

    /** Whether somebody wants to know how long tasks take. */
    public final Demand timesDemand = new Demand();

    @SuppressWarnings("this-escape") // the parts only keep it
    protected WorkerHost(SchedulerOptions options, CpuTopology topology) {
        this.options = options;
        this.caches = new Caches(topology);
        this.table = new WorkerTable(options.workers(), options.maxSpareWorkers());
        this.sleepers = new Sleepers(table.max(), options.workers());
        this.spares = new Spares(this, options);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Returns the number of the CPU that runs the calling worker, or -1. */
    protected int currentCpu() {
        return CpuTopology.currentCpu();
    }

    /** Waits for an instant, in a loop that looks for work. */
    protected void spin() {
        Thread.onSpinWait();
    }

    /** Parks the calling worker; may return at any time, for no reason. */
    protected void parkWorker() {
        LockSupport.park(this);
    }

    /** Lets a worker's thread go on, or its next park return at once. */
    protected void unparkWorker(Worker worker) {
        LockSupport.unpark(worker.thread());
    }

    /** Returns a thread for a worker, which isn't started and runs the given body. */
    protected Thread newThread(Worker worker, String name, Runnable body) {
        return new WorkerThread(this, worker, name, body);
    }

    /**
     * Returns whether a thief that looks into a worker's queues may take strands with soft affinity there: if the worker is
     * held up, or something has waited there for longer than the price of a move.
     */
    protected boolean mayRob(Worker thief, Worker victim) {
        return victim.status.mayBeRobbed();
    }

    @Override
    public abstract boolean isOpen();

    /** Returns whether the workers have to leave. */
    protected abstract boolean isTerminated();

    @Override
    public abstract @Nullable Worker currentWorker();

    @Override
    public abstract void refuseIfClosed();

    @Override
    protected abstract void enqueue(SerialStrand strand);

    /** Wakes a parked worker to look for work in the others' queues, unless one is looking already. */
    protected abstract void wakeThief();

    /** Finishes what other threads had no stack or memory for. For threads near the bottom of their stacks. */
    protected abstract void recover();

    /** Wakes the thread that watches the workers, if it sleeps because nothing goes on. */
    protected abstract void wakeMonitor();

    /** Tells the handler of uncaught exceptions; throws nothing, whatever that does. */
    public abstract void uncaught(Throwable thrown);

    /** Called by a worker's thread as its last act. */
    protected abstract void threadEnds(Worker worker);

    /** Starts the thread of a worker, which runs the given body. */
    public final void startThread(Worker worker, Runnable body) {
        String kind = worker.isSpare() ? "-spare-" : "-worker-";
        Thread thread = newThread(worker, options.name() + kind + worker.id(), body);
        worker.setThread(thread);
        thread.start();
    }

    /** Says that the calling thread may block. Returns what to give to {@link #endBlocking}: null unless that is a worker. */
    public final @Nullable Worker beginBlocking() {
        Worker self = currentWorker();
        if (self == null || self.status.isBlocked() || Thread.currentThread().isVirtual()) {
            return null;
        }
        StackRoom.requireToEnd(); // a waiting thread has queued itself by now
        self.status.setBlocked(true);
        try {
            spares.replaceBlocked();
        } catch (Throwable noMemory) {
            endBlocking(self);
            throw noMemory;
        }
        return self;
    }

    /** Says that the call has ended for which {@link #beginBlocking} has returned this. */
    public final void endBlocking(@Nullable Worker blocked) {
        if (blocked != null) {
            try {
                spares.blockedReturns();
            } finally {
                blocked.status.setBlocked(false);
            }
        }
    }
}
