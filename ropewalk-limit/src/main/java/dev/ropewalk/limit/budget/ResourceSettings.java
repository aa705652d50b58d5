package dev.ropewalk.limit.budget;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * A resource as a budget needs it.
 *
 * @param gauge makes what tells its capacity; each budget has its own
 * @param interval how often it is measured at most; zero if its capacity is given
 */
public record ResourceSettings(String name, Supplier<Gauge> gauge, Duration interval) {
    /** Returns whether the capacity is measured. */
    public boolean isLive() {
        return !interval.isZero();
    }
}
