package dev.ropewalk.scheduler;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a worker waits for work: it looks around for a moment, then parks until it is woken. The protocols by which no
 * wake-up is lost are those of {@link ParkWord} and {@link Sleepers}.
 */
final class Idling {
    private final WorkStealingScheduler scheduler;
    private final Worker worker;
    private final Thief thief;
    private final long spinNanos;
    private final ParkWord parkWord = new ParkWord();
    private volatile boolean asleep;

    Idling(WorkStealingScheduler scheduler, Worker worker, Thief thief, long spinNanos) {
        this.scheduler = scheduler;
        this.worker = worker;
        this.thief = thief;
        this.spinNanos = spinNanos;
    }

    /** Finds work elsewhere or parks; returns null when woken, to begin again. Called by the worker, which has none. */
    @Nullable
    Object awaitWork() {
        Sleepers sleepers = scheduler.sleepers();
        if (sleepers.trySearch()) {
            Object item = search();
            if (item != null) {
                return item;
            }
        }
        sleepers.add(worker.id());
        parkWord.prepare();
        Object item = thief.steal();
        if (item == null && !worker.hasArrivals() && !mustEnd()) {
            sleep();
        }
        boolean permit = parkWord.settle();
        sleepers.remove(worker.id());
        if (permit && item == null) {
            return search();
        }
        if (permit) {
            sleepers.endSearch();
        }
        if (item != null) {
            scheduler.wakeThief();
        }
        return item;
    }

    private void sleep() {
        worker.stats.park();
        asleep = true;
        while (parkWord.isParked()) {
            LockSupport.park(scheduler);
            Worker.clearInterrupt();
        }
        asleep = false;
    }

    private boolean mustEnd() {
        return scheduler.isTerminated()
                || (worker.isSpare() && scheduler.spares().hasTooMany());
    }

    /** Looks for work for as long as it pays to stay awake; holds a search permit and gives it back. */
    private @Nullable Object search() {
        long until = scheduler.nanoTime() + spinNanos;
        Object item = findOne();
        while (item == null && scheduler.nanoTime() - until < 0 && !scheduler.isTerminated()) {
            Thread.onSpinWait();
            item = findOne();
        }
        if (scheduler.sleepers().endSearch() && item != null) {
            scheduler.wakeThief();
        }
        return item;
    }

    private @Nullable Object findOne() {
        Object item = worker.next();
        return item != null ? item : thief.steal();
    }

    /** Wakes the worker if it is parked; returns whether it was. */
    boolean wake() {
        if (!parkWord.wake()) {
            return false;
        }
        LockSupport.unpark(worker.thread());
        return true;
    }

    /** Wakes the worker if it is parked and hands it the caller's search permit; returns whether it was. */
    boolean wakeToSearch() {
        if (!parkWord.wakeToSearch()) {
            return false;
        }
        LockSupport.unpark(worker.thread());
        return true;
    }

    boolean isParked() {
        return parkWord.isParked();
    }

    /** Returns whether the worker is parked and holds nothing: it isn't just looking once more. */
    boolean isAsleep() {
        return asleep && parkWord.isParked();
    }
}
