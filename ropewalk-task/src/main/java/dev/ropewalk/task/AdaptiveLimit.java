package dev.ropewalk.task;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjIntConsumer;

/**
 * Feeds a {@link LimitAlgorithm} with round trips, one at a time, and nobody waits for another to be done.
 *
 * <p>Who ends a round trip while another feeds the algorithm leaves it to that one if it was dropped, and forgets it if it was a
 * success. A success is one of many samples that say the same, and they come faster than the algorithm takes them; a drop is
 * rare and a sign of overload, so that none may be lost. What is left out slows down growth, which is the safe side.
 *
 * <p>Why no drop is lost: it is in the queue before its thread tries to become the one who feeds. If that fails, another was
 * feeding at that moment, and that one looks into the queue again after it has let go.
 */
final class AdaptiveLimit {
    private record Drop(long now, long roundTripNanos, int inFlight) {}

    private final LimitAlgorithm algorithm;
    private final ObjIntConsumer<Granted> move;
    private final AtomicBoolean feeding = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Drop> drops = new ConcurrentLinkedQueue<>();
    private int limit;

    /**
     * Creates the feeder of an algorithm.
     *
     * @param move sets the limiter's limit, and adds those who are admitted by it
     */
    AdaptiveLimit(LimitAlgorithm algorithm, int initial, ObjIntConsumer<Granted> move) {
        this.algorithm = algorithm;
        this.move = move;
        this.limit = initial;
    }

    void learn(long now, long roundTripNanos, int inFlight, boolean dropped) {
        if (dropped) {
            drops.add(new Drop(now, roundTripNanos, inFlight));
        }
        boolean success = !dropped;
        Granted granted = new Granted();
        try {
            while ((success || !drops.isEmpty()) && feeding.compareAndSet(false, true)) {
                try {
                    if (success) {
                        success = false;
                        follow(algorithm.update(now, roundTripNanos, inFlight, false), granted);
                    }
                    feedDrops(granted);
                } finally {
                    feeding.set(false);
                }
            }
        } finally {
            granted.wake();
        }
    }

    private void feedDrops(Granted granted) {
        for (Drop drop = drops.poll(); drop != null; drop = drops.poll()) {
            follow(algorithm.update(drop.now(), drop.roundTripNanos(), drop.inFlight(), true), granted);
        }
    }

    private void follow(int next, Granted granted) {
        if (next != limit) {
            move.accept(granted, check(algorithm, next));
            limit = next;
        }
    }

    static int check(LimitAlgorithm algorithm, int limit) {
        if (limit < 1) {
            throw new IllegalStateException("a limit must be at least 1, but " + algorithm + " returned " + limit);
        }
        return limit;
    }

    /** Returns what the limit follows, for messages. */
    @Override
    public String toString() {
        return algorithm.getClass().getSimpleName();
    }
}
