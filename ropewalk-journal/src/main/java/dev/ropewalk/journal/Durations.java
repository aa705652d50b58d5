package dev.ropewalk.journal;

import java.time.Duration;

/** Durations as the nanoseconds that waiting counts in. */
final class Durations {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Durations() {}

    /** Returns the nanoseconds of a duration, and those of about 292 years for any longer one. */
    static long saturatedNanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : duration.toNanos();
    }
}
