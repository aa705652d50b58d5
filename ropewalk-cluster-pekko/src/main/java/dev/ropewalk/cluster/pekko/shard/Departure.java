package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Waits while the shards of a node that leaves move to others, a few at a time, so that each is without an owner for a short time only. It doesn't insist: after a quarter of the time that the node has to leave, ten seconds at most, or when no shard has left for one second, the rest moves all at once.
 */
final class Departure {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int PART_OF_TIME = 4;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    private final long longestNanos;
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
     * @param within the time that the node has to leave
     * @param shards how many live on this node that another one takes
     * @param clock in nanoseconds
     */
    Departure(Duration within, IntSupplier shards, LongSupplier clock, Timer timer) {
        Duration part = within.dividedBy(PART_OF_TIME);
        longestNanos = (part.compareTo(LONGEST) < 0 ? part : LONGEST).toNanos();
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
        return count > 0 && now - leftSince <= PATIENCE_NANOS && now - begun <= longestNanos;
    }
}
