package dev.ropewalk.sim.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Waits of a world that end only by threads outside of it: for a monitor, or a lock of the JDK, that one of those holds. The locks
 * of {@link System#err} and of loggers are such. Nothing of this is known if the JVM doesn't {@linkplain HeldLocks#areTold tell}.
 */
final class Strangers {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Strangers() {}

    /** Returns how long to wait for some places at most, in real nanoseconds: not at all if none of them waits for a stranger. */
    static long nanos(List<CarriedPlace> blocked, List<CarriedPlace> all, Patience patience) {
        if (blocked.isEmpty()) {
            return 0;
        }
        if (!HeldLocks.areTold()) {
            return patience.nanos();
        }
        return blocked.stream().anyMatch(place -> isHeldOutside(place, all)) ? MOST_NANOS : 0;
    }

    /**
     * Returns whether a thread outside of the world holds the monitor or lock that a place waits for. An exclusive lock that nobody
     * owns counts as held by one: it is about to be handed over, which takes threads of the world no step.
     */
    static boolean isHeldOutside(CarriedPlace place, List<CarriedPlace> all) {
        Object awaited = HeldLocks.awaitedBy(Objects.requireNonNull(place.thread));
        if (awaited == null) {
            // It was given back a moment ago, or the place has waited to be notified, and enters again.
            return !isHeldByRunning(HeldLocks.monitorsOf(Objects.requireNonNull(place.thread)), place, all);
        }
        if (HeldLocks.isLock(awaited)) {
            Thread owner = HeldLocks.owner(awaited);
            return owner == null ? HeldLocks.isExclusive(awaited) : isOutside(owner, place.places);
        }
        List<Thread> ours = new ArrayList<>();
        for (CarriedPlace one : all) {
            if (one.thread != null && one.number != place.number) { // it would seem to hold what it is about to get
                ours.add(one.thread);
            }
        }
        return HeldLocks.holder(awaited, ours) == null;
    }

    /**
     * Returns whether another place holds one of the monitors that a place seems to hold: that is the one which it enters again. The
     * JVM doesn't tell which that is. A thread that waits to be notified seems to hold that monitor as well, so it doesn't count.
     */
    private static boolean isHeldByRunning(List<?> monitors, CarriedPlace place, List<CarriedPlace> all) {
        if (monitors.isEmpty()) {
            return false;
        }
        List<Thread> others = new ArrayList<>();
        for (CarriedPlace one : all) {
            if (one.thread != null && one.number != place.number && !HeldLocks.waitsToBeNotified(one.thread)) {
                others.add(one.thread);
            }
        }
        return monitors.stream().anyMatch(monitor -> HeldLocks.holder(monitor, others) != null);
    }

    /** Returns whether a thread can give back what it holds though a world waits: it is none of that world's, nor of an ended one's. */
    private static boolean isOutside(Thread owner, CarriedPlaces waiting) {
        return !(JdkThreads.executorOf(owner) instanceof CarriedPlace place
                && (place.places.hasEnded() || place.places.equals(waiting)));
    }
}
