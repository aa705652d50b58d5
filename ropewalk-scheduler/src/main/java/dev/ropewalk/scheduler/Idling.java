package dev.ropewalk.scheduler;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a worker waits for work: it looks around for a moment, then parks until it is woken. The protocols by which no
 * wake-up is lost are those of {@link ParkWord} and {@link Sleepers}.
 *
 * <p>With a search permit it looks into the others' queues, without one only into its own. For how long follows from what
 * comes of it: half as long after each time in vain, and as long as allowed after it has found something, or was woken so
 * soon that it nearly would have (a wake-up takes a while by itself). So an answer that takes some microseconds is waited
 * for awake, and a trickle of work costs hardly more than its wake-ups.
 */
final class Idling {
    private static final long SHORTEST_SPIN_NANOS = 1_000;

    private final WorkStealingScheduler scheduler;
    private final Worker worker;
    private final Thief thief;
    private final long longestSpin;
    private final ParkWord parkWord = new ParkWord();
    private long spin;
    private volatile boolean asleep;

    Idling(WorkStealingScheduler scheduler, Worker worker, Thief thief, long spinNanos) {
        this.scheduler = scheduler;
        this.worker = worker;
        this.thief = thief;
        this.longestSpin = spinNanos;
        this.spin = spinNanos;
    }

    /** Finds work elsewhere or parks; returns null when woken, to begin again. Called by the worker, which has none. */
    @Nullable
    Object awaitWork() {
        Sleepers sleepers = scheduler.sleepers();
        Object item = sleepers.trySearch() ? search() : lookAround(false);
        if (item != null) {
            return item;
        }
        sleepers.add(worker.id());
        parkWord.prepare();
        item = thief.steal();
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
        long since = scheduler.nanoTime();
        asleep = true;
        while (parkWord.isParked()) {
            LockSupport.park(scheduler);
            Worker.clearInterrupt();
        }
        asleep = false;
        if (scheduler.nanoTime() - since < 2 * longestSpin) {
            spin = longestSpin;
        }
    }

    private boolean mustEnd() {
        return scheduler.isTerminated()
                || (worker.isSpare() && scheduler.spares().hasTooMany());
    }

    /** Looks around everywhere; holds a search permit and gives it back. */
    private @Nullable Object search() {
        Object item = lookAround(true);
        if (scheduler.sleepers().endSearch() && item != null) {
            scheduler.wakeThief();
        }
        return item;
    }

    /** Looks for work for as long as it pays to stay awake. */
    private @Nullable Object lookAround(boolean everywhere) {
        long until = scheduler.nanoTime() + spin;
        Object item = findOne(everywhere);
        while (item == null && scheduler.nanoTime() - until < 0 && !scheduler.isTerminated()) {
            Thread.onSpinWait();
            item = findOne(everywhere);
        }
        spin = item != null ? longestSpin : Math.max(Math.min(SHORTEST_SPIN_NANOS, longestSpin), spin / 2);
        return item;
    }

    private @Nullable Object findOne(boolean everywhere) {
        Object item = worker.next();
        return item == null && everywhere ? thief.steal() : item;
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
