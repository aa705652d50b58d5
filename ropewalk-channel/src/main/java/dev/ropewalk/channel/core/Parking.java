package dev.ropewalk.channel.core;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How threads wait for channels, and which clock and which random numbers count: those of the scheduler that runs the calling
 * code, if there is one, so that processes on a simulated scheduler wait in simulated time; the JVM's otherwise.
 */
public final class Parking {
    /** A time that never comes. */
    public static final long FOREVER = Long.MAX_VALUE;

    private Parking() {}

    /**
     * Waits until the calling thread is woken; others know of the wait already and may have ended it.
     *
     * <p>The wait becomes the thread's park blocker, written without any order, and others read there what was written before:
     * hence the fence.
     *
     * <p>Once a wait has been ended by another party, its wake-up is waited for however little time is left, because what it
     * brings must not be lost. An interrupt is then kept for later.
     *
     * @return whether it was woken, false if the time was up
     */
    public static boolean await(Wait wait, long nanos) throws InterruptedException {
        Scheduler scheduler = currentScheduler();
        if (scheduler == null || wait.thread().isVirtual()) {
            return await(scheduler, wait, nanos);
        }
        return awaitAsWorker(scheduler, wait, nanos);
    }

    /** Waits in the thread of a worker: a spare one takes over meanwhile. */
    private static boolean awaitAsWorker(Scheduler scheduler, Wait wait, long nanos) throws InterruptedException {
        var waiting = new WaitOfWorker(scheduler, wait, nanos);
        try {
            return scheduler.blocking(waiting);
        } catch (InterruptedException thrown) {
            throw thrown;
        } catch (RuntimeException | Error broken) {
            if (waiting.hasBegun || !awaitUnlessWithdrawn(wait)) {
                throw broken;
            }
            return true;
        } catch (Exception e) {
            throw new AssertionError("waiting throws nothing else", e);
        }
    }

    /** What a worker does while a spare one takes over, unless there is no stack or memory to get a spare one. */
    private static final class WaitOfWorker implements Callable<Boolean> {
        private final Scheduler scheduler;
        private final Wait wait;
        private final long nanos;
        private boolean hasBegun;

        WaitOfWorker(Scheduler scheduler, Wait wait, long nanos) {
            this.scheduler = scheduler;
            this.wait = wait;
            this.nanos = nanos;
        }

        @Override
        public Boolean call() throws InterruptedException {
            hasBegun = true;
            return await(scheduler, wait, nanos);
        }
    }

    /** Waits; a wait that can't go on, because a virtual thread deep in a recursion has too little stack to park, is withdrawn. */
    private static boolean await(@Nullable Scheduler scheduler, Wait wait, long nanos) throws InterruptedException {
        try {
            return parkUntilWoken(scheduler, wait, nanos);
        } catch (InterruptedException withdrawn) {
            throw withdrawn;
        } catch (Throwable broken) {
            if (!awaitUnlessWithdrawn(wait)) {
                throw broken;
            }
            return true;
        }
    }

    /** Withdraws a wait that can't go on, and returns false; if another party has ended it, awaits that party's wake-up. */
    private static boolean awaitUnlessWithdrawn(Wait wait) {
        if (!wait.isWoken() && wait.withdraw()) {
            return false;
        }
        while (!wait.isWoken()) {
            Thread.onSpinWait();
        }
        return true;
    }

    /** Throws after it has withdrawn the wait only what it has made before. */
    private static boolean parkUntilWoken(@Nullable Scheduler scheduler, Wait wait, long nanos)
            throws InterruptedException {
        Thread thread = wait.thread();
        boolean limited = nanos != FOREVER;
        ChannelScope scope = limited ? null : wait.scope();
        WaitObserver observer = scope == null ? null : scope.observerOf(wait);
        wait.begin(observer != null || isShownInDumps(thread) ? now(scheduler) : 0, limited);
        VarHandle.releaseFence();
        long deadline = limited ? now(scheduler) + nanos : 0;
        boolean interrupted = false;
        if (scheduler == null) {
            Spinning.beforePark(wait);
        }
        while (!wait.isWoken()) {
            if (observer != null) {
                observer.park();
            } else if (!limited) {
                park(scheduler, wait);
            } else {
                long left = deadline - now(scheduler);
                if (left > 0) {
                    parkNanos(scheduler, wait, left);
                } else if (wait.withdraw()) {
                    return false;
                } else {
                    limited = false;
                }
            }
            if (Thread.interrupted()) {
                if (!interrupted) {
                    var thrown = new InterruptedException("interrupted while waiting to " + wait.operation());
                    if (wait.withdraw()) {
                        throw thrown;
                    }
                }
                interrupted = true;
                limited = false;
            }
        }
        if (interrupted) {
            thread.interrupt();
        }
        return true;
    }

    /** Returns whether dumps may tell since when a thread waits. Other waits don't read the clock, which isn't free. */
    private static boolean isShownInDumps(Thread thread) {
        return !thread.isVirtual() || thread.getUncaughtExceptionHandler() instanceof ProcessHandler;
    }

    /** Parks the calling thread until it is woken or interrupted, or for no reason. */
    public static void park(Object blocker) {
        park(currentScheduler(), blocker);
    }

    /** As {@link #park}, for at most so many nanoseconds. */
    public static void parkNanos(Object blocker, long nanos) {
        parkNanos(currentScheduler(), blocker, nanos);
    }

    private static void park(@Nullable Scheduler scheduler, Object blocker) {
        if (scheduler == null) {
            LockSupport.park(blocker);
        } else {
            scheduler.park(blocker);
        }
    }

    private static void parkNanos(@Nullable Scheduler scheduler, Object blocker, long nanos) {
        if (scheduler == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            scheduler.parkNanos(blocker, nanos);
        }
    }

    /**
     * Lets a parked thread go on, or its next park return at once; it then sees what the caller did before.
     *
     * <p>That isn't so without the fence. If a virtual thread has a permit already, which may be a stray one, the JDK only reads
     * that it has. The thread may take that permit, look for what the caller has written before the write is to be seen, and
     * park for ever: each has looked before the other's write was there. With the fence one of them sees the other's.
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

    public static RandomGenerator random() {
        Scheduler scheduler = currentScheduler();
        return scheduler == null ? ThreadLocalRandom.current() : scheduler.random();
    }

    private static @Nullable Scheduler currentScheduler() {
        return Scheduler.current().orElse(null);
    }

    /** Returns a duration in nanoseconds, or the nearest number that there is. */
    public static long nanos(Duration duration) {
        try {
            return Objects.requireNonNull(duration, "timeout").toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : FOREVER;
        }
    }
}
