package dev.ropewalk.actor.support;

import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.SafeLog;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The loggers of actors. */
public final class Loggers {
    private static final String PACKAGE = "dev.ropewalk.actor";

    /** The library's own log: a decision of a supervisor or the end of an actor doesn't depend on whether it could be logged. */
    public static final SafeLog LOG = new SafeLog(PACKAGE, Loggers.class);

    private Loggers() {}

    /**
     * Initializes the classes of a line in the log and of a context, so that the first failure or message, for which there may be no memory,
     * doesn't have to.
     */
    static void initialize() {
        Objects.requireNonNull(LOG);
        Objects.requireNonNull(System.Logger.Level.ERROR);
        Objects.requireNonNull(ContextScope.NONE);
        var _ = Contexts.areCarried();
    }

    /** Returns a logger named after a behaviour's class, or the library's own for a lambda. */
    public static System.Logger of(@Nullable Class<?> behaviour) {
        return System.getLogger(behaviour == null || behaviour.isHidden() ? PACKAGE : behaviour.getName());
    }
}
