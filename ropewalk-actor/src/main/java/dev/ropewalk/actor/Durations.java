package dev.ropewalk.actor;

import java.time.Duration;

/** Durations as nanoseconds. */
final class Durations {
    private Durations() {}

    /** Returns the nanoseconds, cut to a quarter of what fits, so that they can be added to a time. */
    static long saturatedNanos(Duration duration) {
        try {
            return Math.clamp(duration.toNanos(), Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE / 4 : Long.MAX_VALUE / 4;
        }
    }
}
