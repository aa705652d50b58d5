package dev.ropewalk.scheduler.step;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.scheduler.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The points at which a simulation takes over. The code of all models announces here what it is about to do to which resource,
 * so that the simulation can let another party go first, and knows which steps are independent of each other.
 *
 * <p>Where a point may be: where the calling thread holds no lock and has begun no change that another party would wait for,
 * since that party may run now and wait for ever. So it stands before an operation, not within.
 *
 * <p>Cost: as long as this JVM has made no simulation, a point reads one static field. The field needs no memory order: a
 * simulated thread is started after it was set, and no other thread is asked.
 */
public final class Steps {
    private static boolean watched;

    private Steps() {}

    /** Called by a simulation before it starts its first thread. */
    public static void watch() {
        watched = true;
    }

    /** Returns whether this JVM has made a simulation. */
    public static boolean isWatched() {
        return watched;
    }

    /** Announces that the calling thread is about to do something to a resource. In a simulation, other parties may go first. */
    public static void before(StepKind kind, Object resource) {
        if (watched) {
            announce(kind, resource);
        }
    }

    /** As {@link #before}; returns whether this JVM has made a simulation, so that the caller may look at what others have done. */
    public static boolean announceIfWatched(StepKind kind, Object resource) {
        if (watched) {
            announce(kind, resource);
            return true;
        }
        return false;
    }

    /** As {@link #before} and {@link #isStruck} for one step, at the cost of one of them. */
    public static boolean announceOrStrike(StepKind kind, Object resource, FaultKind fault) {
        if (watched) {
            announce(kind, resource);
            return isStruck(fault, resource);
        }
        return false;
    }

    private static void announce(StepKind kind, Object resource) {
        SchedulerThread thread = SchedulerThread.current();
        if (thread != null) {
            thread.before(kind, resource);
        }
    }

    /**
     * Waits for a moment before the calling thread looks again at what another thread has to change. In a simulation all others
     * that can go on may go first.
     */
    public static void spin(Object lookedAt) {
        if (watched) {
            announce(StepKind.SPIN, lookedAt);
        }
        Thread.onSpinWait();
    }

    /** As {@link #spin}, for a wait that may be longer: without a simulation, other threads may have the CPU meanwhile. */
    public static void giveWay(Object lookedAt) {
        if (simulatedScheduler() == null) {
            yieldIfRoom();
        } else {
            announce(StepKind.SPIN, lookedAt);
        }
    }

    /** A virtual thread needs stack and memory to yield. */
    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour, and nothing relies on it
    private static void yieldIfRoom() {
        try {
            Thread.yield();
        } catch (StackOverflowError | OutOfMemoryError noRoom) {
            Thread.onSpinWait();
        }
    }

    /**
     * Returns the scheduler of the simulation that the calling code runs in, or null. There it is useless to poll: no other
     * thread runs meanwhile. What has been given no scheduler takes its clock, its timers and its threads from this one.
     */
    public static @Nullable Scheduler simulatedScheduler() {
        if (watched) {
            SchedulerThread thread = SchedulerThread.current();
            return thread == null || !thread.isSimulated()
                    ? null
                    : thread.scheduler().orElse(null);
        }
        return null;
    }

    /**
     * Returns a number for something without a name, of which a name can be made: in a simulation the next one of its kind there,
     * from 1, so that a run that is repeated calls it the same. Elsewhere 0, and the caller counts by itself.
     */
    public static long simulatedNumber(String kind) {
        if (watched) {
            SchedulerThread thread = SchedulerThread.current();
            return thread == null || !thread.isSimulated() ? 0 : thread.nextNumber(kind);
        }
        return 0;
    }

    /**
     * Lists a part of the program that is complete, unless a simulation builds it: what runs side by side must not see each other's
     * parts.
     */
    public static void enterUnlessSimulated(Inventory.Entry<?> part) {
        SchedulerThread thread = watched ? SchedulerThread.current() : null;
        if (thread == null || !thread.isSimulated()) {
            part.enter();
        }
    }

    private static @Nullable Notes notes() {
        SchedulerThread thread = SchedulerThread.current();
        return thread == null ? null : thread.notes();
    }

    /** Tells a simulation that something was opened; see {@link Notes#opened}. */
    public static void noteOpened(Object resource) {
        Notes notes = watched ? notes() : null;
        if (notes != null) {
            notes.opened(resource);
        }
    }

    /** Tells a simulation that something is being closed; see {@link Notes#closed}. */
    public static void noteClosed(Object resource) {
        Notes notes = watched ? notes() : null;
        if (notes != null) {
            notes.closed(resource);
        }
    }

    /** Tells a simulation that a message won't be handled; see {@link Notes#unhandled}. */
    public static void noteUnhandled(Object message, Object recipient, Object reason) {
        Notes notes = watched ? notes() : null;
        if (notes != null) {
            notes.unhandled(message, recipient, reason);
        }
    }

    /** Tells a simulation that one more waits; see {@link Notes#grown}. */
    public static void noteGrown(Backlog backlog) {
        Notes notes = watched ? notes() : null;
        if (notes != null) {
            notes.grown(backlog);
        }
    }

    /**
     * Returns whether a simulation lets the calling code fail here. The caller then behaves as if the fault had happened by
     * itself.
     */
    public static boolean isStruck(FaultKind kind, Object place) {
        if (watched) {
            SchedulerThread thread = SchedulerThread.current();
            return thread != null && thread.isStruck(kind, place);
        }
        return false;
    }

    /**
     * Fails if a simulation lets the calling code fail here. It stands where the caller would deal with the failure of what comes
     * next.
     *
     * @throws OutOfMemoryError if it is a fault of memory
     * @throws SimulatedFault if it is another one
     */
    public static void failIfStruck(FaultKind kind, Object place) {
        if (watched && isStruck(kind, place)) {
            if (kind == FaultKind.ALLOCATION_FAILURE) {
                throw new OutOfMemoryError("the simulation has chosen that there is no memory at " + place);
            }
            throw new SimulatedFault(kind, place);
        }
    }
}
