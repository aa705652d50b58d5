package dev.ropewalk.task.queue;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/**
 * Lets tasks expire while no slot comes free. A virtual thread sleeps until the next deadline; it is started with the first task
 * that has one, and ends when it wakes and none is left. Guarded by the admission's lock but for the sleep itself.
 *
 * <p>For want of memory no deadline is forgotten: a sleep that can't begin is tried again, and so is the start of the thread, whenever a
 * task comes or goes.
 */
final class DeadlineWatch implements IdleWait {
    private final TaskHome home;
    private final AdmissionLock lock;
    private final Deadlines deadlines = new Deadlines();
    private final AdmissionLock.Action starting = AdmissionLock.action(this::start);
    private boolean started;

    /** Wakes the sleeper; made by it for each sleep, so that to wake it needs no memory. */
    private AdmissionLock.@Nullable Action waking;

    DeadlineWatch(TaskHome home, AdmissionLock lock) {
        this.home = home;
        this.lock = lock;
    }

    /** Gets the memory that one more task needs. */
    void makeRoom() {
        deadlines.makeRoom();
    }

    /** Adds a task, for which there is room. */
    void add(TimedTask<?> task) {
        deadlines.add(task);
        if (started && deadlines.first() == task) {
            wake();
        }
        startIfNeeded();
    }

    /** Has the thread started if there is something to watch and nobody does. */
    void startIfNeeded() {
        if (!started && deadlines.first() != null) {
            lock.defer(starting);
            started = true;
        }
    }

    void remove(TimedTask<?> task) {
        deadlines.remove(task);
    }

    /** Has the sleeper look again, and end if nothing is left. */
    void wake() {
        AdmissionLock.Action wake = waking;
        if (wake != null) {
            lock.defer(wake);
            waking = null;
        }
    }

    private void start() {
        try {
            home.startThread(this::watch);
        } catch (RuntimeException | Error e) {
            lock.lock();
            try {
                started = false;
            } finally {
                lock.unlock();
            }
            throw e;
        }
    }

    private void watch() {
        boolean watches = true;
        while (watches) {
            try {
                watches = expireDueAndSleep();
            } catch (OutOfMemoryError noMemory) {
                Steps.giveWay(this);
            }
        }
    }

    /** Returns false if there is nothing left to watch. */
    private boolean expireDueAndSleep() {
        Thread self = Thread.currentThread();
        long nanos = expireDue(AdmissionLock.action(() -> Parking.unpark(self)));
        if (nanos > 0) {
            home.parkNanos(this, nanos);
        }
        return nanos > 0;
    }

    /** Returns for how long to sleep, or 0 if there is nothing left to watch. */
    private long expireDue(AdmissionLock.Action wake) {
        lock.lock();
        try {
            long now = home.clock();
            TimedTask<?> first = deadlines.first();
            while (first != null && first.isDue(now)) {
                home.expireWaiting(first, now);
                first = deadlines.first();
            }
            started = first != null;
            waking = started ? wake : null;
            return first == null ? 0 : first.deadline() - now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "the deadlines of " + home;
    }
}
