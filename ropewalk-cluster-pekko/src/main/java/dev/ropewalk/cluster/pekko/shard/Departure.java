package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Waits while the shards of a node that leaves move to others, a few at a time, so that each is without an owner for a short time only. It doesn't insist: when none has left for a while, or nobody takes them, the rest moves all at once.
 */
final class Departure {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    private final IntSupplier shards;
    private final BooleanSupplier mayMove;
    private final LongSupplier clock;
    private final Timer timer;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private int left;
    private long leftSince;

    /** Runs a task later, and what a task has written is seen by the next. */
    @FunctionalInterface
    interface Timer {
        /**
         * Runs a task after a time.
         *
         * @throws IllegalStateException if the node has ended
         */
        void after(Duration delay, Runnable task);
    }

    /**
     * Prepares a departure.
     *
     * @param shards how many live on this node
     * @param mayMove whether another node takes them
     * @param clock in nanoseconds
     */
    Departure(IntSupplier shards, BooleanSupplier mayMove, LongSupplier clock, Timer timer) {
        this.shards = shards;
        this.mayMove = mayMove;
        this.clock = clock;
        this.timer = timer;
    }

    /** Returns what completes when no shard is left, or they needn't be waited for any longer. */
    CompletionStage<Void> begin() {
        left = shards.getAsInt();
        leftSince = clock.getAsLong();
        look();
        return over;
    }

    private void look() {
        int now = shards.getAsInt();
        if (now < left) {
            left = now;
            leftSince = clock.getAsLong();
        }
        if (now == 0 || !mayMove.getAsBoolean() || clock.getAsLong() - leftSince > PATIENCE_NANOS) {
            over.complete(null);
            return;
        }
        try {
            timer.after(LOOK, this::look);
        } catch (IllegalStateException ended) {
            over.complete(null);
        }
    }
}
