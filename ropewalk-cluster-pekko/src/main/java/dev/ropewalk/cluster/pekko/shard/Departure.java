package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Waits while the shards of a node that leaves move to others, a few at a time, so that each is without an owner for a short time only. It doesn't insist: after two seconds, or when none has left for one, the rest moves all at once.
 */
final class Departure {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final long LONGEST_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    private final IntSupplier shards;
    private final LongSupplier clock;
    private final Timer timer;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final long begun;
    private int left = Integer.MAX_VALUE;
    private long leftSince;

    /** Runs a task later, and what a task has written is seen by the next. */
    @FunctionalInterface
    interface Timer {
        /** Runs a task after a time. */
        void after(Duration delay, Runnable task);
    }

    /**
     * Prepares a departure.
     *
     * @param shards how many live on this node that another one takes
     * @param clock in nanoseconds
     */
    Departure(IntSupplier shards, LongSupplier clock, Timer timer) {
        this.shards = shards;
        this.clock = clock;
        this.timer = timer;
        begun = clock.getAsLong();
    }

    /** Returns what completes when no such shard is left, or they needn't be waited for any longer. */
    CompletionStage<Void> begin() {
        look();
        return over;
    }

    private void look() {
        boolean isWaiting = false;
        try {
            if (mustWait()) {
                timer.after(LOOK, this::look);
                isWaiting = true;
            }
        } catch (IllegalStateException ended) {
            // the node has ended: nobody takes anything
        } finally {
            if (!isWaiting) { // also for want of memory, or the node would never leave
                over.complete(null);
            }
        }
    }

    private boolean mustWait() {
        int count = shards.getAsInt();
        long now = clock.getAsLong();
        if (count < left) {
            left = count;
            leftSince = now;
        }
        return count > 0 && now - leftSince <= PATIENCE_NANOS && now - begun <= LONGEST_NANOS;
    }
}
