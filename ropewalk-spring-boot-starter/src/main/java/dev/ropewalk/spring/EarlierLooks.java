package dev.ropewalk.spring;

import java.time.Duration;
import java.time.Instant;

/**
 * What is compared with at each look: one that is at least as old as a window, except soon after the first. Not thread-safe.
 *
 * @param <T> what is seen
 */
final class EarlierLooks<T> {
    private final Duration window;
    private Look<T> older;
    private Look<T> newer;

    private record Look<T>(T seen, Instant when) {}

    EarlierLooks(Duration window, T first, Instant when) {
        this.window = window;
        this.older = new Look<>(first, when);
        this.newer = older;
    }

    /** Returns what to compare with what is seen now. */
    T next(T seen, Instant when) {
        T compared = older.seen;
        if (Duration.between(newer.when, when).compareTo(window) >= 0) {
            older = newer;
            newer = new Look<>(seen, when);
        }
        return compared;
    }
}
