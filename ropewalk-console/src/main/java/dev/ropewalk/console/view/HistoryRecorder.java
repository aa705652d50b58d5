package dev.ropewalk.console.view;

import org.jspecify.annotations.Nullable;

/** Looks, and adds to the history what was done since the look before. Called by one thread at a time. */
final class HistoryRecorder {
    /** What was done before somebody watched again isn't told as if it had been now. */
    private static final long OLDEST_NANOS = 60_000_000_000L;

    private final History history;
    private final PartHistory limits;
    private final PartHistory journals;
    private @Nullable Look before;

    HistoryRecorder(History history, PartHistory limits, PartHistory journals) {
        this.history = history;
        this.limits = limits;
        this.journals = journals;
    }

    Looks look() {
        Look now = Look.take();
        Look known = before;
        before = now;
        if (known == null || now.nanos() - known.nanos() > OLDEST_NANOS) {
            return new Looks(now, now);
        }
        History.Point point = History.Point.of(known, now);
        history.add(point);
        limits.add(point.millis(), Figures.ofLimits(now));
        journals.add(point.millis(), Figures.ofJournals(known, now));
        return new Looks(known, now);
    }
}
