package dev.ropewalk.junit;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A timer that waits for manual time. Meanwhile the real scheduler has one for the same task that never comes: when that scheduler closes, it
 * tells the task that it is abandoned.
 */
final class ManualTimer implements Timer {
    private static final Duration NEVER = Duration.ofDays(365_000);
    private static final long PATIENCE_SECONDS = 60;

    private final ManualTime time;
    private final Scheduler real;
    private final Strand strand;
    private final Runnable task;

    /** Nanoseconds between ticks; 0 for a timer that runs once. */
    private final long periodNanos;

    /** When it is due, in manual time, and its place among those that are due together; guarded by the time's lock. */
    long dueNanos;

    long number;

    /** Guards what follows. */
    private final Object lock = new Object();

    private @Nullable Timer stand;
    private boolean over;

    /** A tick that was given to the strand. */
    private final class Tick implements Abandonable {
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        public void run() {
            try {
                if (begin()) {
                    task.run();
                }
            } finally {
                done.countDown();
            }
        }

        @Override
        public void abandon() {
            done.countDown();
            if (cancel() && task instanceof Abandonable abandonable) {
                abandonable.abandon();
            }
        }
    }

    ManualTimer(ManualTime time, Scheduler real, Strand strand, Runnable task, long periodNanos) {
        this.time = time;
        this.real = real;
        this.strand = strand;
        this.task = task;
        this.periodNanos = periodNanos;
    }

    /** Arms it. */
    ManualTimer after(long delayNanos) {
        synchronized (lock) {
            stand = real.schedule(strand, task, NEVER);
        }
        time.arm(this, delayNanos);
        return this;
    }

    /** Returns whether the task is to run; a timer that runs once is done then. */
    private boolean begin() {
        synchronized (lock) {
            if (over) {
                return false;
            }
            over = periodNanos == 0;
            return true;
        }
    }

    /** Gives the task to its strand, and waits until it has run. */
    void runAndWait() {
        synchronized (lock) {
            Timer stands = stand;
            if (over || stands == null || !stands.cancel()) {
                return;
            }
            stand = periodNanos == 0 ? null : real.schedule(strand, task, NEVER);
            if (periodNanos != 0) {
                time.arm(this, periodNanos); // not after a cancel, which would leave it armed
            }
        }
        var tick = new Tick();
        strand.execute(tick);
        try {
            if (!tick.done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "the task of a timer hasn't ended after " + PATIENCE_SECONDS + " s: " + task);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a timer ran: " + task, e);
        }
    }

    @Override
    public boolean cancel() {
        synchronized (lock) {
            if (over) {
                return false;
            }
            over = true;
            if (stand != null) {
                boolean ignored = stand.cancel();
            }
        }
        time.disarm(this);
        return true;
    }

    @Override
    public boolean isDone() {
        synchronized (lock) {
            return over;
        }
    }
}
