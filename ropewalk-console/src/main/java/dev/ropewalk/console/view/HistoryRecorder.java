package dev.ropewalk.console.view;

import org.jspecify.annotations.Nullable;

/** Looks, and adds to the history what was done since the look before. Called by one thread at a time. */
final class HistoryRecorder {
    /** What was done before somebody watched again isn't told as if it had been now. */
    private static final long OLDEST_NANOS = 60_000_000_000L;

    private final History history;
    private @Nullable Look before;

    HistoryRecorder(History history) {
        this.history = history;
    }

    Looks look() {
        Look now = Look.take();
        Look known = before;
        before = now;
        if (known == null || now.nanos() - known.nanos() > OLDEST_NANOS) {
            return new Looks(now, now);
        }
        history.add(History.Point.of(known, now));
        return new Looks(known, now);
    }
}
