package dev.ropewalk.limit.budget;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Whether somebody watches over those who wait: one at a time, while there are any.
 *
 * <p>Why nobody waits unwatched: who begins to wait does so before {@link #begin}, and who ceases to watch says so
 * before it looks once more whether anybody waits. Of two that do so at once, one at least sees the other, as all of
 * that is volatile or under one lock. Why there is one watcher: only who sets the flag becomes one.
 */
final class Watch {
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Called by who has begun to wait; returns whether the caller is to start a watcher. */
    boolean begin() {
        return !watched.get() && watched.compareAndSet(false, true);
    }

    /** Called by the watcher; returns whether it goes on. If not, it watches no longer. */
    boolean goesOn(BooleanSupplier waitedFor) {
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
