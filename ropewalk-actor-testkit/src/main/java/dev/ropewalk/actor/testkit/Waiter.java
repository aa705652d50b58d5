package dev.ropewalk.actor.testkit;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition, in the parking place and on the clock of a scheduler. One thread waits at a time, any may wake it.
 *
 * <p>No wake-up is lost: the waiting thread makes itself known before it looks at the condition, whoever makes the condition
 * true does that before it looks for the thread, and all four are volatile.
 */
final class Waiter {
    private static final long FIRST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;

    private final Scheduler scheduler;
    private volatile @Nullable Thread waiting;

    Waiter(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Waits until a condition holds, which is looked at when this is {@linkplain #wake woken}; returns whether it held. */
    boolean await(BooleanSupplier condition, Duration timeout) {
        return await(condition, timeout, Long.MAX_VALUE);
    }

    /** Waits until a condition holds, which is looked at again and again; returns whether it held. */
    boolean poll(BooleanSupplier condition, Duration timeout) {
        return await(condition, timeout, FIRST_PAUSE_NANOS);
    }

    private boolean await(BooleanSupplier condition, Duration timeout, long firstPause) {
        long start = scheduler.nanoTime();
        long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
        long pause = firstPause;
        waiting = Thread.currentThread();
        try {
            while (!condition.getAsBoolean()) {
                long left = timeoutNanos - (scheduler.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("interrupted while waiting; the interrupt status stays set");
                }
                scheduler.parkNanos(this, Math.min(left, pause));
                pause = pause >= LONGEST_PAUSE_NANOS ? pause : Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            }
            return true;
        } finally {
            waiting = null;
        }
    }

    void wake() {
        Thread thread = waiting;
        if (thread != null) {
            scheduler.unpark(thread);
        }
    }
}
