package dev.ropewalk.journal.files;

import java.time.Duration;

/** Durations in the units that waiting counts in, whatever their lengths. */
public final class Durations {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    /** Can be added to the time of any clock: some 73 million years. */
    private static final long MAX_MILLIS = Long.MAX_VALUE / 4;

    private Durations() {}

    /** Returns the nanoseconds of a duration: 0 for a negative one, and those of about 292 years for any longer one. */
    public static long saturatedNanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : duration.toNanos();
    }

    /** Returns the milliseconds of a positive duration, at least 1, and at most so many that they can be added to a time. */
    public static long saturatedMillis(Duration duration) {
        return duration.compareTo(Duration.ofMillis(MAX_MILLIS)) > 0 ? MAX_MILLIS : Math.max(1, duration.toMillis());
    }
}
