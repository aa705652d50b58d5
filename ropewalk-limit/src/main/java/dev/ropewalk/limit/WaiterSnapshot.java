package dev.ropewalk.limit;

import dev.ropewalk.base.Durations;
import java.time.Duration;
import java.util.Objects;

/**
 * Somebody who waits at a {@link Limiter} or in a {@link Budget}.
 *
 * @param name of the thread that waits; empty where a future or an action of a graph waits without one
 * @param what what is waited for: a permit, or the demand on a budget
 * @param waiting for how long
 */
public record WaiterSnapshot(String name, String what, Duration waiting) {
    /** How many are told of one limiter or budget. */
    public static final int MOST = 100;

    /** Checks that nothing is null. */
    public WaiterSnapshot {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(waiting, "waiting");
    }

    @Override
    public String toString() {
        return "WaiterSnapshot[name=" + name + ", what=" + what + ", waiting=" + Durations.inWords(waiting) + "]";
    }
}
