package dev.ropewalk.actor.support;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a system counts over all its actors, also those that have stopped. Any thread may count and read. What is counted between two steps
 * of an actor's life needs no memory, so that it can't keep the second step from being done.
 */
public final class ActorCounts {
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final LongAdder dropped = new LongAdder();
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
        dropped.increment();
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
        return dropped.sum();
    }

    public long processedByStopped() {
        return processedByStopped.get();
    }
}
