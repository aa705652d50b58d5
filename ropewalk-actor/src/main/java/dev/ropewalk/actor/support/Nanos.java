package dev.ropewalk.actor.support;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as nanoseconds, without overflow: what is too long for a long is for ever. */
public final class Nanos {
    /** Long enough for ever, short enough to be added to any time of a scheduler. */
    private static final long FOREVER = Long.MAX_VALUE / 4;

    private Nanos() {}

    public static long of(Duration duration) {
        return Math.clamp(TimeUnit.NANOSECONDS.convert(duration), -FOREVER, FOREVER);
    }
}
