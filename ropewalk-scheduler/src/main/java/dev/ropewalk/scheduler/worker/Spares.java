package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.event.SpareWorkerEvent;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The spare workers, which take the place of workers that are blocked or stuck. There are never more at work than workers to
 * replace, nor than the bound. A spare worker that is no longer needed finishes what it has, then rests for a while, so that the
 * next blocking call needn't start a thread. The first of those that rest goes back to work first, and the last ones are
 * forgotten when their threads have ended, so that no thread looks through workers that were not needed for long.
 *
 * <p>A spare worker has no strands of its own: it lives on what it steals. All of this is off the hot path, under a lock.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // the lock makes updates atomic; volatile is for readers without it
public final class Spares {
    private static final long REPORT_EVERY_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final WorkerHost host;
    private final WorkerTable table;
    private final SchedulerOptions options;
    private final int max;
    private final long restNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger blocked = new AtomicInteger();
    private volatile int stuck;
    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicLong lastReport = new AtomicLong(System.nanoTime() - REPORT_EVERY_NANOS);

    Spares(WorkerHost host, SchedulerOptions options) {
        this.host = host;
        this.table = host.table;
        this.options = options;
        this.max = options.maxSpareWorkers();
        this.restNanos = options.spareRestNanos();
    }

    /** Replaces a worker that is about to block, if the bound and the machine allow; throws nothing. */
    public void replaceBlocked() {
        Throwable failure;
        lock.lock();
        try {
            blocked.incrementAndGet();
            failure = addIfWanted();
        } finally {
            lock.unlock();
        }
        report(failure);
    }

    public void blockedReturns() {
        lock.lock();
        try {
            blocked.decrementAndGet();
        } finally {
            lock.unlock();
        }
        if (hasTooMany()) {
            host.wakeMonitor();
        }
    }

    /** Sets how many stuck workers to replace. */
    public void replaceStuck(int count) {
        Throwable failure;
        lock.lock();
        try {
            stuck = count;
            failure = addIfWanted();
        } finally {
            lock.unlock();
        }
        report(failure);
    }

    /** Says, but not at each blocking call, that there is no spare worker for want of memory or of threads. */
    private void report(@Nullable Throwable failure) {
        if (failure == null) {
            return;
        }
        long now = System.nanoTime();
        long last = lastReport.get();
        if (now - last >= REPORT_EVERY_NANOS && lastReport.compareAndSet(last, now)) {
            Log.warning("no spare worker could be added to scheduler " + options.name(), failure);
        }
    }

    /** Returns whether the bound allows one more. */
    public boolean hasRoom() {
        return atWork.get() < max;
    }

    public int blocked() {
        return blocked.get();
    }

    public int stuck() {
        return stuck;
    }

    public boolean hasTooMany() {
        return atWork.get() > blocked.get() + stuck;
    }

    /** Does something short if a worker is at work, which will not change meanwhile. */
    public void whileAtWork(Worker worker, Runnable action) {
        lock.lock();
        try {
            if (worker.status.isAtWork()) {
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets a spare worker go if there are too many and nothing is queued at it. Others only put something there {@link
     * #whileAtWork}, so that nothing comes afterwards.
     */
    boolean tryRetire(Worker worker) {
        if (!hasTooMany() || worker.hasStealable()) {
            return false;
        }
        lock.lock();
        try {
            if (!hasTooMany() || worker.hasStealable()) {
                return false;
            }
            atWork.decrementAndGet();
            // Before the status: a thread that sees it resting twice sees by the count that it worked in between.
            worker.stats.park();
            worker.status.setAtWork(false);
            record(worker);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns why no spare worker could be added although one is wanted; then all is as before. */
    private @Nullable Throwable addIfWanted() {
        if (atWork.get() >= Math.min(max, blocked.get() + stuck) || host.isTerminated()) {
            return null;
        }
        try {
            Worker worker = firstResting();
            putToWork(worker != null ? worker : addWorker());
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    private Worker addWorker() {
        int number = table.count();
        Worker forgotten = table.getIfMade(number);
        Worker worker = forgotten != null ? forgotten : new Worker(host, options, number);
        table.add(worker);
        return worker;
    }

    private @Nullable Worker firstResting() {
        for (int i = table.base(); i < table.count(); i++) {
            if (!table.get(i).status.isAtWork()) {
                return table.get(i);
            }
        }
        return null;
    }

    /** Forgets the last workers as long as they have no threads; the caller holds the lock. */
    private void shrink() {
        int count = table.count();
        while (count > table.base()
                && !table.get(count - 1).status.isAtWork()
                && table.get(count - 1).thread() == null) {
            count--;
        }
        table.forgetFrom(count);
    }

    private void putToWork(Worker worker) {
        Thread resting = worker.thread();
        worker.status.setAtWork(true);
        atWork.incrementAndGet();
        if (resting != null) {
            LockSupport.unpark(resting);
            record(worker);
            return;
        }
        boolean started = false;
        try {
            host.startThread(worker, workAndRest(worker));
            started = true;
        } finally {
            if (!started) {
                worker.setThread(null);
                worker.status.setAtWork(false);
                atWork.decrementAndGet();
            }
        }
        record(worker);
    }

    private void record(Worker worker) {
        if (!FlightRecorderState.isUsed()) {
            return;
        }
        try {
            SpareWorkerEvent.record(options.name(), worker.id(), worker.status.isAtWork(), atWork.get());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private Runnable workAndRest(Worker worker) {
        return () -> {
            do {
                worker.run();
            } while (awaitRecall(worker));
        };
    }

    /**
     * Waits until the resting worker is needed again; returns false when it has rested long enough, or the scheduler has
     * ended.
     */
    private boolean awaitRecall(Worker worker) {
        long until = System.nanoTime() + restNanos;
        for (; ; ) {
            lock.lock();
            try {
                if (host.isTerminated()) {
                    worker.setThread(null);
                    return false;
                }
                if (worker.status.isAtWork()) {
                    return true;
                }
                if (System.nanoTime() - until >= 0) {
                    worker.setThread(null);
                    shrink();
                    return false;
                }
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(this, until - System.nanoTime());
            Worker.clearInterrupt(); // it was for a task; left on, it would keep this thread from parking
        }
    }

    /** Wakes all that rest, to see that the scheduler has ended. */
    public void wakeResting() {
        lock.lock();
        try {
            for (int i = table.base(); i < table.count(); i++) {
                LockSupport.unpark(table.get(i).thread());
            }
        } finally {
            lock.unlock();
        }
    }
}
