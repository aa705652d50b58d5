package dev.ropewalk.scheduler.support;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as nanoseconds, without overflow: what is too long for a long is for ever. */
public final class Durations {
    /** Long enough for ever, short enough to be added to any {@link System#nanoTime}. */
    public static final long FOREVER_NANOS = Long.MAX_VALUE / 4;

    private Durations() {}

    public static long saturatedNanos(Duration duration) {
        long nanos = TimeUnit.NANOSECONDS.convert(duration);
        return Math.clamp(nanos, -FOREVER_NANOS, FOREVER_NANOS);
    }
}
