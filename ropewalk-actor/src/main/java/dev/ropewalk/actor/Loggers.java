package dev.ropewalk.actor;

import org.jspecify.annotations.Nullable;

/** The loggers of actors. */
final class Loggers {
    private static final String PACKAGE = "dev.ropewalk.actor";

    private Loggers() {}

    /** Returns the library's own logger. */
    static System.Logger own() {
        return System.getLogger(PACKAGE);
    }

    /** Returns a logger named after a behaviour's class, or the library's own for a lambda. */
    static System.Logger of(@Nullable Class<?> behaviour) {
        return behaviour == null || behaviour.isHidden() ? own() : System.getLogger(behaviour.getName());
    }
}
