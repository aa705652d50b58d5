package dev.ropewalk.scheduler.park;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.event.WaitEvent;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.scheduler.strand.VirtualThreads;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How threads wait, and which clock and which random numbers count: those of the scheduler that runs the calling code, if
 * there is one, so that code on a simulated scheduler waits in simulated time; the JVM's otherwise.
 *
 * <p>Times to wait are nanoseconds. {@link #FOREVER} has no end, and zero or less has ended already: this holds for all
 * methods, and {@link #nanos} brings a {@link Duration} of any length and sign to it.
 *
 * <p>Where a method takes a scheduler, that is what {@link #currentScheduler} has returned in the same thread: a loop asks
 * once.
 */
public final class Parking {
    /** A time that never comes. */
    public static final long FOREVER = Durations.FOREVER;

    private Parking() {}

    /**
     * Waits until something is settled, at most so many nanoseconds or {@link #FOREVER}, and not at all if they are zero or
     * less. A worker is replaced meanwhile. If the time is up, or the thread is interrupted, the calling thread withdraws,
     * unless it was settled before: what another thread gave is never lost, and an interrupt that came too late is kept. A
     * simulation may give a wait with a limit up as if its time were up.
     *
     * @return whether another thread settled it; false if the caller has withdrawn because the time is up
     * @throws InterruptedException if the caller has withdrawn because of an interrupt
     */
    public static boolean await(Settleable awaited, long nanos) throws InterruptedException {
        if (!FlightRecorderState.isUsed()) {
            return awaitByThread(awaited, nanos);
        }
        WaitEvent event = beginEvent();
        boolean granted = false;
        try {
            granted = awaitByThread(awaited, nanos);
            return granted;
        } finally {
            if (event != null) {
                WaitEvent.end(event, awaited.purpose(), granted);
            }
        }
    }

    private static @Nullable WaitEvent beginEvent() {
        try {
            return WaitEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    private static boolean awaitByThread(Settleable awaited, long nanos) throws InterruptedException {
        Scheduler scheduler = currentScheduler();
        Scheduler blocked = schedulerOfWorker();
        boolean isGivenUp = nanos != FOREVER && Steps.isStruck(FaultKind.CANCELLED_WAIT, awaited);
        long limit = isGivenUp ? 0 : nanos;
        if (blocked == null) {
            return await(scheduler, awaited, limit);
        }
        try {
            return blocked.blocking(() -> await(scheduler, awaited, limit));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("waiting throws nothing else", e);
        }
    }

    private static boolean await(@Nullable Scheduler scheduler, Settleable awaited, long nanos)
            throws InterruptedException {
        long deadline = nanos == FOREVER ? 0 : now(scheduler) + Math.max(0, nanos);
        while (!awaited.isSettled()) {
            if (Thread.interrupted()) {
                if (awaited.withdraw()) {
                    throw new InterruptedException("interrupted while waiting for " + awaited.purpose());
                }
                Thread.currentThread().interrupt();
                return true;
            }
            long left = nanos == FOREVER ? FOREVER : deadline - now(scheduler);
            if (left <= 0) {
                return !awaited.withdraw();
            }
            park(scheduler, awaited, left);
        }
        return true;
    }

    /**
     * Parks the calling thread for at most so many nanoseconds or {@link #FOREVER}, and not at all if they are zero or less.
     * It may return at any time, for no reason, so callers look at what they wait for and park again. A worker that parks
     * here is not replaced.
     */
    public static void park(Object blocker, long nanos) {
        park(currentScheduler(), blocker, nanos);
    }

    /** As {@link #park(Object, long)}, by the park of a given scheduler, or by the JVM's if it is null. */
    public static void park(@Nullable Scheduler scheduler, Object blocker, long nanos) {
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
     * Lets a parked thread go on, or its next park return at once; it then sees what the caller did before.
     *
     * <p>That isn't so without the fence. If a virtual thread has a permit already, which may be a stray one, the JDK only
     * reads that it has. The thread may take that permit, look for what the caller has written before the write is to be
     * seen, and park for ever: each has looked before the other's write was there. With the fence one of them sees the
     * other's.
     */
    public static void unpark(Thread thread) {
        VarHandle.fullFence();
        if (thread instanceof SchedulerThread own) {
            own.unpark();
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** Returns the time in nanoseconds that counts for the calling code. */
    public static long now() {
        return now(currentScheduler());
    }

    /** Returns the time in nanoseconds by the clock of a given scheduler, or by the JVM's if it is null. */
    public static long now(@Nullable Scheduler scheduler) {
        return scheduler == null ? System.nanoTime() : scheduler.nanoTime();
    }

    /** Returns the source of random numbers that counts for the calling code. */
    public static RandomGenerator random() {
        Scheduler scheduler = currentScheduler();
        return scheduler == null ? ThreadLocalRandom.current() : scheduler.random();
    }

    /** Returns the scheduler that runs the calling code, be it a worker's task or a virtual thread that it carries, or null. */
    public static @Nullable Scheduler currentScheduler() {
        return SchedulerThread.currentScheduler().orElse(null);
    }

    /** Returns whether {@link #currentScheduler} can tell the scheduler of a virtual thread that is carried by a thread of it. */
    public static boolean seesCarriers() {
        return VirtualThreads.canBeCarried();
    }

    /** Returns the scheduler of which the calling code is a task, and no thread that may block as it likes, or null. */
    public static @Nullable Scheduler schedulerOfWorker() {
        SchedulerThread thread = SchedulerThread.current();
        return thread == null || !thread.runsTask() ? null : thread.scheduler().orElse(null);
    }

    /** Returns a timeout in nanoseconds, not below zero; {@link #FOREVER} if it is too long for a number. */
    public static long nanos(Duration timeout) {
        return Durations.timeoutNanos(timeout);
    }
}
