package dev.ropewalk.actor;

import java.util.ArrayDeque;

/** The restarts of an actor, or of a group, within the supervision's window. */
final class RestartHistory {
    private static final int MOST_DOUBLINGS = 30;

    private final ArrayDeque<Long> times = new ArrayDeque<>();

    /** Notes a restart; returns whether it is within the limit. */
    boolean add(Supervision supervision, long now) {
        while (!times.isEmpty() && now - times.peekFirst() >= Nanos.of(supervision.window())) {
            times.removeFirst();
        }
        times.addLast(now);
        return times.size() <= supervision.restartLimit();
    }

    /** Returns how long the restart noted last is delayed. */
    long delayNanos(Supervision.Backoff backoff, double random) {
        long min = Nanos.of(backoff.min());
        int doublings = Math.min(times.size() - 1, MOST_DOUBLINGS);
        double delay = Math.min((double) Nanos.of(backoff.max()), Math.scalb((double) min, doublings));
        return (long) (delay * (1 + backoff.jitter() * random));
    }
}
