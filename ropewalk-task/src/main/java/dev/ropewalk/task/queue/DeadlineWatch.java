package dev.ropewalk.task.queue;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.IdleWait;
import org.jspecify.annotations.Nullable;

/**
 * Lets tasks expire while no slot comes free. A virtual thread sleeps until the next deadline; it is started with the first task
 * that has one, and ends when it wakes and none is left. Guarded by the admission's lock but for the sleep itself.
 */
final class DeadlineWatch implements IdleWait {
    private final TaskHome home;
    private final AdmissionLock lock;
    private final Deadlines deadlines = new Deadlines();
    private final AdmissionLock.Action starting = AdmissionLock.action(this::start);
    private boolean started;
    private @Nullable Thread sleeper;

    DeadlineWatch(TaskHome home, AdmissionLock lock) {
        this.home = home;
        this.lock = lock;
    }

    /** Gets the memory that one more task needs. */
    void makeRoom() {
        deadlines.makeRoom();
    }

    /** Adds a task, for which there is room. If there is no memory to wake the sleeper, the task expires when that wakes next, or is polled. */
    void add(TimedTask<?> task) {
        deadlines.add(task);
        if (!started) {
            lock.defer(starting);
            started = true;
        } else if (deadlines.first() == task) {
            try {
                wake();
            } catch (OutOfMemoryError noMemory) {
                return;
            }
        }
    }

    void remove(TimedTask<?> task) {
        deadlines.remove(task);
    }

    /** Has the sleeper look again, and end if nothing is left. */
    void wake() {
        Thread asleep = sleeper;
        if (asleep != null) {
            lock.defer(AdmissionLock.action(() -> Parking.unpark(asleep)));
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
        for (long nanos = expireDue(); nanos > 0; nanos = expireDue()) {
            home.parkNanos(this, nanos);
        }
    }

    /** Returns for how long to sleep, or 0 if there is nothing left to watch. */
    private long expireDue() {
        lock.lock();
        try {
            long now = home.clock();
            TimedTask<?> first = deadlines.first();
            while (first != null && first.isDue(now)) {
                home.expireWaiting(first, now);
                first = deadlines.first();
            }
            started = first != null;
            sleeper = started ? Thread.currentThread() : null;
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
