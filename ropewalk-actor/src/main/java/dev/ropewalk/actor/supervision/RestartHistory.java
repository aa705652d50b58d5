package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.Supervision;
import dev.ropewalk.base.Durations;
import java.util.ArrayDeque;

/**
 * The restarts of an actor, or of a group, within the supervision's window. The window is one of time in which the actor runs: the
 * delays of its restarts are left out. Otherwise long delays would leave few restarts within a window, so that neither the limit nor
 * the longest delay would ever be reached.
 */
final class RestartHistory {
    private static final int MAX_DOUBLINGS = 30;

    /** When the restarts were, by a clock that stands still during delays. */
    private final ArrayDeque<Long> times = new ArrayDeque<>();

    private long delayed;

    /** Notes a restart; returns whether it is within the limit. */
    boolean add(Supervision supervision, long now) {
        long running = now - delayed;
        while (!times.isEmpty() && running - times.peekFirst() >= Durations.delayNanos(supervision.restartWindow())) {
            times.removeFirst();
        }
        times.addLast(running);
        return times.size() <= supervision.restartLimit();
    }

    /** Delays the restart noted last; returns for how long. */
    long addDelay(Supervision.Backoff backoff, double random) {
        long min = Durations.delayNanos(backoff.min());
        int doublings = Math.min(times.size() - 1, MAX_DOUBLINGS);
        double delay = Math.min((double) Durations.delayNanos(backoff.max()), Math.scalb((double) min, doublings));
        long nanos = (long) (delay * (1 + backoff.jitter() * random));
        delayed += nanos;
        return nanos;
    }
}
