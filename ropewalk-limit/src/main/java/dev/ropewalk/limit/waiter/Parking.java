package dev.ropewalk.limit.waiter;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How threads wait, and which clock counts: those of the scheduler that runs the calling code, if there is one, so that tasks
 * on a simulated scheduler wait in simulated time; the JVM's otherwise.
 */
public final class Parking {
    /** A time that never comes. */
    public static final long FOREVER = Long.MAX_VALUE;

    private Parking() {}

    /**
     * Waits until a waiter is settled, at most so many nanoseconds or {@link #FOREVER}, and not at all if they are zero or less. A worker is replaced meanwhile. If the
     * time is up, or the thread is interrupted, the waiter is withdrawn, unless it was settled before: what it was given is
     * never lost, and an interrupt that came too late is kept.
     *
     * @return whether it was settled by another; false if it was withdrawn because the time is up
     * @throws InterruptedException if it was withdrawn because of an interrupt
     */
    public static boolean await(ThreadWaiter<?> waiter, long nanos) throws InterruptedException {
        Scheduler scheduler = currentScheduler();
        if (scheduler == null || Thread.currentThread().isVirtual()) {
            return await(scheduler, waiter, nanos);
        }
        try {
            return scheduler.blocking(() -> await(scheduler, waiter, nanos));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("waiting throws nothing else", e);
        }
    }

    private static boolean await(@Nullable Scheduler scheduler, ThreadWaiter<?> waiter, long nanos)
            throws InterruptedException {
        long deadline = nanos == FOREVER ? 0 : now(scheduler) + Math.max(0, nanos);
        while (!waiter.isSettled()) {
            if (Thread.interrupted()) {
                if (waiter.withdraw()) {
                    throw new InterruptedException("interrupted while waiting for " + waiter.purpose());
                }
                Thread.currentThread().interrupt();
                return true;
            }
            long left = nanos == FOREVER ? FOREVER : deadline - now(scheduler);
            if (left <= 0) {
                return !waiter.withdraw();
            }
            park(scheduler, waiter, left);
        }
        return true;
    }

    private static void park(@Nullable Scheduler scheduler, Object blocker, long nanos) {
        if (scheduler == null) {
            if (nanos == FOREVER) {
                LockSupport.park(blocker);
            } else {
                LockSupport.parkNanos(blocker, nanos);
            }
        } else if (nanos == FOREVER) {
            scheduler.park(blocker);
        } else {
            scheduler.parkNanos(blocker, nanos);
        }
    }

    /**
     * Lets a parked thread go on, or its next park return at once; it then sees what the caller did before. The JDK alone
     * doesn't promise that for a virtual thread that has a permit already: hence the fence.
     */
    public static void unpark(Thread thread) {
        VarHandle.fullFence();
        LockSupport.unpark(thread);
    }

    /** Returns the time in nanoseconds that counts for the calling code. */
    public static long now() {
        return now(currentScheduler());
    }

    private static long now(@Nullable Scheduler scheduler) {
        return scheduler == null ? System.nanoTime() : scheduler.nanoTime();
    }

    private static @Nullable Scheduler currentScheduler() {
        return Scheduler.current().orElse(null);
    }

    /** Returns a timeout in nanoseconds, not below zero; {@link #FOREVER} if it is too long for a number. */
    public static long nanos(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        if (timeout.isNegative()) {
            return 0;
        }
        try {
            return timeout.toNanos();
        } catch (ArithmeticException tooLong) {
            return FOREVER;
        }
    }
}
