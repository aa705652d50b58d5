package dev.ropewalk.scheduler.support;

import java.util.concurrent.TimeUnit;

/**
 * How often a trouble that lasts or comes back is reported: at once, then after pauses that double with each report, from a
 * second to ten minutes. After ten minutes without it the pauses begin anew. Not thread-safe.
 */
public final class ReportPace {
    static final long MIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long MAX_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private boolean begun;
    private long pause;
    private long due;
    private long lastSeen;

    /** Notes that the trouble is seen at this moment; returns whether to report it, and counts that as a report. */
    public boolean seeAndTakeTurn(long now) {
        if (!begun || now - lastSeen >= MAX_PAUSE_NANOS) {
            begun = true;
            pause = MIN_PAUSE_NANOS;
            due = now;
        }
        lastSeen = now;
        if (now - due < 0) {
            return false;
        }
        due = now + pause;
        pause = Math.min(MAX_PAUSE_NANOS, 2 * pause);
        return true;
    }
}
