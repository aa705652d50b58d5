package dev.ropewalk.actor.support;

import org.jspecify.annotations.Nullable;

/** The loggers of actors. */
public final class Loggers {
    private static final String PACKAGE = "dev.ropewalk.actor";

    private Loggers() {}

    /** Returns the library's own logger. */
    static System.Logger own() {
        return System.getLogger(PACKAGE);
    }

    /** Returns a logger named after a behaviour's class, or the library's own for a lambda. */
    public static System.Logger of(@Nullable Class<?> behaviour) {
        return behaviour == null || behaviour.isHidden() ? own() : System.getLogger(behaviour.getName());
    }
}
