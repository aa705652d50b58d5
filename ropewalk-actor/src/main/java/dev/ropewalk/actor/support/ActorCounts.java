package dev.ropewalk.actor.support;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a system counts over all its actors, also those that have stopped. Any thread may count and read. Counting needs no memory, so that
 * it can't keep the second of two steps from being done between which it stands.
 */
public final class ActorCounts {
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong processedByStopped = new AtomicLong();

    ActorCounts() {}

    /** Counts a failure that a supervisor decides about. */
    public void failure() {
        failures.incrementAndGet();
    }

    /** Counts an actor that goes on with a new behaviour. */
    public void restart() {
        restarts.incrementAndGet();
    }

    /** Counts a message that a full mailbox has dropped. */
    public void drop() {
        dropped.incrementAndGet();
    }

    /** Takes over the count of an actor that has stopped. */
    public void stopped(long processed) {
        processedByStopped.addAndGet(processed);
    }

    public long failures() {
        return failures.get();
    }

    public long restarts() {
        return restarts.get();
    }

    public long dropped() {
        return dropped.get();
    }

    public long processedByStopped() {
        return processedByStopped.get();
    }
}
