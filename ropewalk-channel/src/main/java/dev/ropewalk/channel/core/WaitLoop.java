package dev.ropewalk.channel.core;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.channel.event.ChannelWaitEvent;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The loop in which a thread parks until its wait has ended. The clock and the park are those of the scheduler that runs the
 * calling code, if there is one, so that processes on a simulated scheduler wait in simulated time.
 */
public final class WaitLoop {
    private WaitLoop() {}

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
        return FlightRecorderState.isUsed() ? awaitRecorded(wait, nanos) : awaitUnrecorded(wait, nanos);
    }

    private static boolean awaitRecorded(Wait wait, long nanos) throws InterruptedException {
        ChannelWaitEvent event = beginEvent();
        try {
            return awaitUnrecorded(wait, nanos);
        } finally {
            if (event != null) {
                ChannelWaitEvent.end(event, wait);
            }
        }
    }

    private static @Nullable ChannelWaitEvent beginEvent() {
        try {
            return ChannelWaitEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /** Waits as {@link #await(Wait, long)} does, for a caller that has an event of its own. */
    public static boolean awaitUnrecorded(Wait wait, long nanos) throws InterruptedException {
        SchedulerThread runner = SchedulerThread.current();
        if (runner == null) {
            return await(null, wait, nanos);
        }
        Scheduler scheduler = runner.scheduler().orElse(null);
        return (scheduler != null && runner.runsTask())
                ? awaitAsWorker(scheduler, wait, nanos)
                : await(scheduler, wait, nanos);
    }

    /**
     * Waits in the thread of a worker: a spare one takes over meanwhile. Whatever fails before the wait has begun, and be it to make
     * an object, withdraws it: the element that another party gave to a receiver that has gone would be lost. For the same reason what
     * fails after the wait was woken doesn't count.
     */
    private static boolean awaitAsWorker(Scheduler scheduler, Wait wait, long nanos) throws InterruptedException {
        WaitOfWorker waiting = null;
        try {
            waiting = new WaitOfWorker(scheduler, wait, nanos);
            return scheduler.blocking(waiting);
        } catch (InterruptedException thrown) {
            throw thrown;
        } catch (RuntimeException | Error broken) {
            boolean woken = (waiting != null && waiting.hasBegun) ? waiting.wasWoken : awaitUnlessWithdrawn(wait);
            if (!woken) {
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
        private boolean wasWoken;

        WaitOfWorker(Scheduler scheduler, Wait wait, long nanos) {
            this.scheduler = scheduler;
            this.wait = wait;
            this.nanos = nanos;
        }

        @Override
        public Boolean call() throws InterruptedException {
            hasBegun = true;
            wasWoken = await(scheduler, wait, nanos);
            return wasWoken;
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
            Steps.spin(wait);
        }
        return true;
    }

    /** Throws after it has withdrawn the wait only what it has made before. */
    private static boolean parkUntilWoken(@Nullable Scheduler scheduler, Wait wait, long nanos)
            throws InterruptedException {
        Thread thread = wait.thread();
        boolean limited = nanos != Parking.FOREVER;
        ChannelScope scope = limited ? null : wait.scope();
        WaitObserver observer = scope == null ? null : scope.observerOf(wait);
        wait.begin(observer != null || isShownInDumps(thread) ? Parking.now(scheduler) : 0, limited);
        VarHandle.releaseFence();
        long deadline = limited ? Parking.now(scheduler) + nanosUnlessStruck(wait, nanos) : 0;
        boolean interrupted = false;
        if (scheduler == null) {
            AdaptiveSpin.beforePark(wait);
        }
        while (!wait.isWoken()) {
            if (observer != null) {
                observer.park();
            } else if (!limited) {
                Parking.park(scheduler, wait, Parking.FOREVER);
            } else {
                long left = deadline - Parking.now(scheduler);
                if (left > 0) {
                    Parking.park(scheduler, wait, left);
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

    private static long nanosUnlessStruck(Wait wait, long nanos) {
        return Steps.isStruck(FaultKind.CANCELLED_WAIT, wait) ? 0 : nanos;
    }

    /** Returns whether snapshots may tell since when a thread waits. Other waits don't read the clock, which isn't free. */
    private static boolean isShownInDumps(Thread thread) {
        return !thread.isVirtual() || thread.getUncaughtExceptionHandler() instanceof ProcessHandler;
    }
}
