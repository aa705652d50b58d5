package dev.ropewalk.scheduler;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The spare workers, which take the place of those that are blocked or stuck. There are never more at work than workers
 * to replace, nor than the bound. One that is no longer needed finishes what it has, then rests for a while, so that the
 * next blocking call needn't start a thread.
 *
 * <p>A spare worker has no strands of its own: it lives on what it steals. All of this is off the hot path, under a lock.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // the lock makes updates atomic; volatile is for readers without it
final class Spares {
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final WorkStealingScheduler scheduler;
    private final int max;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Worker> resting = new ArrayDeque<>();
    private final AtomicInteger blocked = new AtomicInteger();
    private volatile int stuck;
    private final AtomicInteger atWork = new AtomicInteger();
    private int made;

    Spares(WorkStealingScheduler scheduler, int max) {
        this.scheduler = scheduler;
        this.max = max;
    }

    /** Replaces a worker that is about to block, if the bound allows. */
    void replaceBlocked() {
        lock.lock();
        try {
            blocked.incrementAndGet();
            addIfWanted();
        } finally {
            lock.unlock();
        }
    }

    void blockedReturns() {
        lock.lock();
        try {
            blocked.decrementAndGet();
        } finally {
            lock.unlock();
        }
        if (hasTooMany()) {
            scheduler.monitor().wakeIfAsleep();
        }
    }

    /** Sets how many stuck workers to replace; returns whether a spare worker was added. */
    boolean replaceStuck(int count) {
        lock.lock();
        try {
            stuck = count;
            return addIfWanted();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the bound allows one more. */
    boolean hasRoom() {
        return atWork.get() < max;
    }

    int blocked() {
        return blocked.get();
    }

    int stuck() {
        return stuck;
    }

    boolean hasTooMany() {
        return atWork.get() > blocked.get() + stuck;
    }

    /** Lets a spare worker go if there are too many; it must hold no work. */
    boolean tryRetire(Worker worker) {
        if (!hasTooMany()) {
            return false;
        }
        lock.lock();
        try {
            if (!hasTooMany()) {
                return false;
            }
            atWork.decrementAndGet();
            worker.signs.setAtWork(false);
            resting.push(worker);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean addIfWanted() {
        if (atWork.get() >= Math.min(max, blocked.get() + stuck) || !scheduler.isOpenOrClosing()) {
            return false;
        }
        Worker worker = resting.poll();
        if (worker == null) {
            worker = scheduler.addWorker(made++);
        }
        worker.signs.setAtWork(true);
        atWork.incrementAndGet();
        Thread thread = worker.thread();
        if (thread != null) {
            LockSupport.unpark(thread);
            return true;
        }
        try {
            scheduler.startThread(worker, workAndRest(worker));
            return true;
        } catch (OutOfMemoryError noThread) {
            Log.LOGGER.log(Level.WARNING, "no thread could be started for a spare worker", noThread);
            worker.setThread(null);
            worker.signs.setAtWork(false);
            atWork.decrementAndGet();
            resting.push(worker);
            return false;
        }
    }

    private Runnable workAndRest(Worker worker) {
        return () -> {
            do {
                worker.run();
            } while (!scheduler.isTerminated() && isCalledBack(worker));
            if (scheduler.isTerminated()) {
                worker.setThread(null);
            }
        };
    }

    /** Waits until the resting worker is needed again; returns false when it has rested long enough to end. */
    private boolean isCalledBack(Worker worker) {
        long until = System.nanoTime() + KEEP_ALIVE_NANOS;
        for (; ; ) {
            lock.lock();
            try {
                if (worker.signs.isAtWork()) {
                    return true;
                }
                if (System.nanoTime() - until >= 0 || scheduler.isTerminated()) {
                    worker.setThread(null);
                    return false;
                }
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(this, until - System.nanoTime());
        }
    }

    /** Wakes all that rest, to see that the scheduler has ended. */
    void wakeResting() {
        lock.lock();
        try {
            resting.forEach(worker -> LockSupport.unpark(worker.thread()));
        } finally {
            lock.unlock();
        }
    }
}
