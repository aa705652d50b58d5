package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How threads park, and which clock counts: those of the scheduler that runs the calling code, if there is one, so that
 * pipelines on a simulated scheduler wait in simulated time; the JVM's otherwise.
 */
public final class Parking {
    /** A time that never comes. */
    public static final long FOREVER = Long.MAX_VALUE;

    private Parking() {}

    /** Parks the calling thread for at most so many nanoseconds, or {@link #FOREVER}. */
    public static void park(Object blocker, long nanos) {
        Scheduler scheduler = currentScheduler();
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
        Scheduler scheduler = currentScheduler();
        return scheduler == null ? System.nanoTime() : scheduler.nanoTime();
    }

    /** Returns the scheduler whose worker, not a virtual thread of it, is the calling thread. */
    public static @Nullable Scheduler schedulerOfWorker() {
        return Thread.currentThread().isVirtual() ? null : currentScheduler();
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
