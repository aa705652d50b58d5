package dev.ropewalk.sim.thread;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The places of a world whose threads wait for monitors, and those that were resumed by a thread other than the world's. For the
 * thread that carries the world, but for {@link #arrive}.
 */
final class MonitorWaits {
    private final List<CarriedPlace> waiting = new ArrayList<>();
    private final Queue<CarriedPlace> arrived = new ConcurrentLinkedQueue<>();

    void add(CarriedPlace place) {
        waiting.add(place);
    }

    /** Returns whether none waits, and none has arrived. */
    boolean isEmpty() {
        return waiting.isEmpty() && arrived.isEmpty();
    }

    /** Returns those that wait to enter a monitor, or to be notified. */
    List<CarriedPlace> all() {
        return waiting;
    }

    /** Returns whether one of them waits to enter, or may do so already: those that wait to be notified don't. */
    boolean mayCome() {
        if (!arrived.isEmpty()) {
            return true;
        }
        for (CarriedPlace place : waiting) {
            Thread.State state = Objects.requireNonNull(place.thread).getState();
            if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
                return true;
            }
        }
        return false;
    }

    /** A place was resumed by the thread that calls this. */
    void arrive(CarriedPlace place) {
        arrived.add(place);
    }

    /** Takes a place out of those that have arrived; returns whether it was there. */
    boolean take(CarriedPlace place) {
        return arrived.remove(place);
    }

    boolean hasArrived() {
        return !arrived.isEmpty();
    }

    /** Hands over those that have arrived, by number; returns whether there were some. */
    boolean takeAll(Consumer<CarriedPlace> woken) {
        List<CarriedPlace> taken = new ArrayList<>();
        for (CarriedPlace place = arrived.poll(); place != null; place = arrived.poll()) {
            taken.add(place);
        }
        taken.sort(Comparator.comparingInt(place -> place.number));
        for (CarriedPlace place : taken) {
            waiting.remove(place);
            woken.accept(place);
        }
        return !taken.isEmpty();
    }

    /** A thread that a timer has woken from {@link Object#wait(long)} is marked still, but has been resumed. */
    private static boolean isOverlooked(CarriedPlace place) {
        Thread thread = Objects.requireNonNull(place.thread);
        return JdkThreads.isBeingUnblocked(thread) && thread.getState() == Thread.State.BLOCKED;
    }

    /**
     * Waits for the JDK's thread to submit all that were marked. It takes the mark away a moment before it submits, so a place
     * without a mark may still come: after two passes through that thread it has.
     */
    void awaitUnblocked(UnblockerFence fence, Consumer<CarriedPlace> woken) {
        boolean marked =
                waiting.stream().anyMatch(place -> JdkThreads.isBeingUnblocked(Objects.requireNonNull(place.thread)));
        fence.pass();
        fence.pass();
        if (!takeAll(woken) && marked && waiting.stream().anyMatch(MonitorWaits::isOverlooked)) {
            throw new IllegalStateException("the JDK has not resumed a virtual thread whose monitor is free");
        }
        waiting.removeIf(place -> !JdkThreads.waitsForMonitor(Objects.requireNonNull(place.thread)));
    }
}
