package dev.ropewalk.actor.support;

import dev.ropewalk.actor.StoppedActor;
import java.util.ArrayDeque;
import java.util.List;

/** What is known of the actors that have stopped because they failed: of the last 16, as text, so that none is kept. Thread-safe. */
public final class FailedStops {
    private static final int KEPT = 16;

    private record Stop(String path, String reason, String failure, long restarts, long when) {
        StoppedActor shown(long now) {
            return new StoppedActor(path, reason, failure, restarts, now - when);
        }
    }

    private final ArrayDeque<Stop> stops = new ArrayDeque<>(KEPT);

    FailedStops() {}

    /**
     * Notes one.
     *
     * @param when by the scheduler's clock
     */
    public void add(String path, String reason, Throwable failure, long restarts, long when) {
        add(new Stop(path, reason, FailureText.of(failure), restarts, when)); // the text is the user's code
    }

    private synchronized void add(Stop stop) {
        if (stops.size() == KEPT) {
            stops.removeFirst();
        }
        stops.addLast(stop);
    }

    /** Returns all, the latest last. */
    public synchronized List<StoppedActor> all(long now) {
        return stops.stream().map(stop -> stop.shown(now)).toList();
    }
}
