package dev.ropewalk.limit.algorithm;

import dev.ropewalk.limit.LimitAlgorithm;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * Feeds a {@link LimitAlgorithm} with round trips, one at a time. No thread waits for another to be done.
 *
 * <p>A thread that ends a round trip while another thread feeds the algorithm leaves a drop to the other thread, and forgets a
 * success. A success is one of many samples that say the same, and they come faster than the algorithm takes them; a drop is rare
 * and a sign of overload, so that none may be lost. What is left out slows down growth, which is the safe side.
 *
 * <p>Why no drop is lost: it is in the queue before its thread tries to become the feeder. If that fails, another thread was the
 * feeder at that moment, and looks into the queue again after it has let go.
 */
public final class AdaptiveLimit {
    private record Drop(long now, long roundTripNanos, int inFlight) {}

    private final LimitAlgorithm algorithm;
    private final IntConsumer move;
    private final Runnable moved;
    private final AtomicBoolean feeding = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Drop> drops = new ConcurrentLinkedQueue<>();

    /** Whether the limit has moved since {@code moved} was called: set after each move, also one before an error. */
    private final AtomicBoolean unheard = new AtomicBoolean();

    private int limit;

    /**
     * Creates the only feeder of an algorithm.
     *
     * @param move sets the limit; it must be quick and wake no thread
     * @param moved called when the limit has been moved and another thread may feed: wakes the requests that were admitted by it
     * @throws IllegalStateException if the algorithm has another feeder
     */
    public AdaptiveLimit(LimitAlgorithm algorithm, int initial, IntConsumer move, Runnable moved) {
        OwnedAlgorithms.own(algorithm);
        this.algorithm = algorithm;
        this.move = move;
        this.moved = moved;
        this.limit = initial;
    }

    public void learn(long now, long roundTripNanos, int inFlight, boolean dropped) {
        if (dropped) {
            drops.add(new Drop(now, roundTripNanos, inFlight));
        }
        boolean success = !dropped;
        try {
            while ((success || !drops.isEmpty()) && feeding.compareAndSet(false, true)) {
                try {
                    if (success) {
                        success = false;
                        follow(algorithm.update(now, roundTripNanos, inFlight, false));
                    }
                    feedDrops();
                } finally {
                    feeding.set(false);
                }
            }
        } finally {
            if (unheard.getAndSet(false)) {
                moved.run();
            }
        }
    }

    private void feedDrops() {
        for (Drop drop = drops.poll(); drop != null; drop = drops.poll()) {
            follow(algorithm.update(drop.now(), drop.roundTripNanos(), drop.inFlight(), true));
        }
    }

    private void follow(int next) {
        if (next != limit) {
            int checked = check(algorithm, next);
            try {
                move.accept(checked);
            } finally {
                unheard.set(true);
            }
            limit = next;
        }
    }

    public static int check(LimitAlgorithm algorithm, int limit) {
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
