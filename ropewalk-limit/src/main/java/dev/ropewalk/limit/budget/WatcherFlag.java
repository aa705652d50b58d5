package dev.ropewalk.limit.budget;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Whether a watcher looks after the waiting requests: one at a time, while there are any.
 *
 * <p>Why no request waits unwatched: a request is in its lane before its thread calls {@link #tryBegin}, and a watcher that is about to
 * end clears the flag before it looks once more whether a request waits. All of that is volatile or under one lock. So if both happen
 * at once, one of the two threads at least sees the other. Why there is one watcher: only the thread that sets the flag becomes one.
 */
final class WatcherFlag {
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Called by a thread whose request has begun to wait; returns whether the caller is to start a watcher. */
    boolean tryBegin() {
        return !watched.get() && watched.compareAndSet(false, true);
    }

    /** Called by the watcher: ends its watch if no request waits; returns whether it goes on. */
    boolean continueOrEnd(BooleanSupplier waitedFor) {
        if (waitedFor.getAsBoolean()) {
            return true;
        }
        watched.set(false);
        return waitedFor.getAsBoolean() && watched.compareAndSet(false, true);
    }

    /** Called by a watcher that can't go on. */
    void end() {
        watched.set(false);
    }

    boolean isWatched() {
        return watched.get();
    }
}
