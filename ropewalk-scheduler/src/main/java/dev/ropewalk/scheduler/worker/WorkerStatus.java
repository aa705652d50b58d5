package dev.ropewalk.scheduler.worker;

import org.jspecify.annotations.Nullable;

/**
 * What others may know of a worker: whether it can come to its queues, whether strands may be taken from it, and which thread runs it. Each sign
 * is a flag by itself, read without order to the others: a thief that acts on an old one steals a little too early or too
 * late.
 */
public final class WorkerStatus {
    private volatile boolean backlogged;
    private volatile boolean blocked;
    private volatile boolean stuck;
    private volatile boolean lookWanted;
    private volatile boolean atWork;
    private volatile boolean starting;

    /** For the monitor, which alone reads it. */
    private volatile @Nullable OsThread osThread;

    WorkerStatus(boolean atWork) {
        this.atWork = atWork;
    }

    /** Says whether work has waited here for longer than the price of moving it; set by the worker and by the monitor. */
    public void setBacklogged(boolean value) {
        if (backlogged != value) {
            backlogged = value;
        }
    }

    /** Says whether the worker's thread is inside a blocking call; set by the worker. */
    public void setBlocked(boolean value) {
        blocked = value;
    }

    /** Says whether the worker has been in one task for long; set by the monitor, taken back by the worker. */
    public void setStuck(boolean value) {
        if (stuck != value) {
            stuck = value;
        }
    }

    /** Says whether the worker is to look at the clock after its present task; set by the monitor, taken back by the worker. */
    public void setLookWanted(boolean value) {
        if (lookWanted != value) {
            lookWanted = value;
        }
    }

    /** Says whether this is one of the workers that run: always, unless it is a spare one at rest. */
    public void setAtWork(boolean value) {
        atWork = value;
    }

    /** Says that a thread will run the worker, but doesn't yet. */
    void awaitThread() {
        starting = true;
    }

    /** Says that the calling thread runs the worker from now on; throws nothing. */
    void bindToCaller() {
        try {
            osThread = OsThread.current();
        } catch (Throwable noMemory) {
            osThread = null;
        }
        starting = false;
    }

    /** Returns whether the thread that will run the worker hasn't begun yet. */
    public boolean isStarting() {
        return starting;
    }

    /** Returns the thread that runs the worker as the operating system sees it; null where nothing is known. */
    public @Nullable OsThread osThread() {
        return osThread;
    }

    /** Returns whether work waits here for longer than the price of moving it. */
    public boolean isBacklogged() {
        return backlogged;
    }

    boolean isLookWanted() {
        return lookWanted;
    }

    public boolean isBlocked() {
        return blocked;
    }

    public boolean isAtWork() {
        return atWork;
    }

    /** Returns whether the worker can't come to its queues for a while. */
    public boolean isHeldUp() {
        return blocked || stuck;
    }

    /** Returns whether strands with soft affinity may be stolen from here. */
    public boolean mayBeRobbed() {
        return backlogged || blocked || stuck;
    }
}
