package dev.ropewalk.sim.thread;

import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the virtual threads of a world that has ended. One that was left for ever in the queue of a monitor or of a lock would be its
 * next owner sometime, and never go on: real threads behind it would wait for ever. So each is resumed until it has ended. What it
 * calls of the simulation throws, and its waits are interrupted. A wait that can't be interrupted ends when the holder has gone.
 *
 * <p>An interrupt may do harm: code that waits in a loop and keeps its mark doesn't stop any more, since each wait returns at once.
 * The thread that looks whether worlds go on {@linkplain CarriedPlaces#calm takes the mark away} then.
 *
 * <p>Bounded by a number of resumptions, and in real time where threads outside of the world hold something. A thread that goes on
 * nevertheless is left as it is. So is one that waits for what another one of these holds. One that waits for a thread outside of
 * the world is ended later, when it can go on.
 */
final class Unwinding {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.sim", Unwinding.class);
    private static final int MOST_INTERRUPTS = 16;
    private static final int MOST_RESUMPTIONS = 1_000;
    private static final long LOOK_NANOS = 50_000;
    private static final long MOST_WAIT_NANOS = 1_000_000_000;

    private final List<CarriedPlace> left;
    private final Consumer<CarriedPlace> resumer;
    private final WorldThread driver;

    /**
     * Prepares the end of some threads.
     *
     * @param left the places of those that haven't ended; threads that are started meanwhile are added
     * @param resumer runs the code at a place until it stops
     */
    Unwinding(List<CarriedPlace> left, Consumer<CarriedPlace> resumer, WorldThread driver) {
        this.left = left;
        this.resumer = resumer;
        this.driver = driver;
    }

    /** Does it, and leaves in the list what may be ended when another thread has given back what it waits for. */
    void run() {
        boolean goesOn = true;
        while (goesOn && !left.isEmpty()) {
            goesOn = resumeAll() || awaitStrangers();
        }
        left.removeIf(this::isGivenUp);
    }

    private boolean isGivenUp(CarriedPlace place) {
        if (place.isStopped || place.resists || place.resumptions > MOST_RESUMPTIONS) {
            if (driver.isFirstToTell()) {
                LOG.log(
                        Level.WARNING,
                        "thread " + place.thread
                                + " of a simulation goes on though that has ended, and was stopped for ever");
            }
        } else if (isBlocked(place) && (!HeldLocks.areTold() || Strangers.isHeldOutside(place, left))) {
            return false;
        }
        forget(place);
        return true;
    }

    private boolean resumeAll() {
        boolean resumed = false;
        for (int i = 0; i < left.size(); i++) {
            resumed |= resume(left.get(i));
        }
        left.removeIf(CarriedPlace::hasEnded);
        return resumed;
    }

    /** Lets a thread go on if it can; returns whether something has changed. */
    private boolean resume(CarriedPlace place) {
        Thread thread = place.thread;
        if (thread == null || place.isStopped || place.resumptions > MOST_RESUMPTIONS) {
            return false;
        }
        if (!place.hasBegun) {
            forget(place);
            return true;
        }
        wake(place, thread);
        if (thread.getState() != Thread.State.RUNNABLE) {
            return false;
        }
        place.resumptions++;
        resumer.accept(place);
        if (place.resists && isWaiting(thread)) {
            driver.stubbornWaits().add(thread);
        }
        return true;
    }

    private void wake(CarriedPlace place, Thread thread) {
        if (!isWaiting(thread)) {
            return;
        }
        if (place.isParkedHere) {
            LockSupport.unpark(thread);
        } else if (mayInterrupt(place, thread)) {
            thread.interrupt();
        }
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    @SuppressWarnings("ReferenceEquality") // asks for the same wait
    private boolean mayInterrupt(CarriedPlace place, Thread thread) {
        if (place.resists || driver.stubbornWaits().isAmong(thread)) {
            return false;
        }
        Object blocker = LockSupport.getBlocker(thread);
        if (blocker != place.interruptedAt) {
            place.interruptedAt = blocker;
            place.interrupts = 0;
        }
        return ++place.interrupts <= MOST_INTERRUPTS;
    }

    /** Waits until threads outside of the world have given back what one of these waits for; returns false if they don't. */
    private boolean awaitStrangers() {
        List<CarriedPlace> blocked = left.stream().filter(Unwinding::isBlocked).toList();
        long nanos = Math.min(MOST_WAIT_NANOS, Strangers.nanos(blocked, left, driver.patience()));
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            if (blocked.stream().anyMatch(place -> !isBlocked(place))) {
                return true;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        driver.patience().lose(nanos);
        return false;
    }

    /** Returns whether a thread waits for a monitor or a lock. */
    private static boolean isBlocked(CarriedPlace place) {
        Thread thread = place.thread;
        return thread != null && !place.isStopped && isBlocked(thread);
    }

    private static boolean isBlocked(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED -> true;
            case WAITING, TIMED_WAITING -> HeldLocks.isLock(LockSupport.getBlocker(thread));
            default -> false;
        };
    }

    /** The JDK has a list of all threads that haven't ended, and another thread may wait for the end. */
    private static void forget(CarriedPlace place) {
        @Nullable Thread thread = place.thread;
        if (thread != null && thread.isAlive()) {
            JdkThreads.forget(thread);
        }
    }
}
