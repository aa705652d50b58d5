package dev.ropewalk.scheduler.support;

import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.Objects;

/** What the scheduler has to say. Workers and the monitor log, which must go on whatever a logger throws. */
public final class Log {
    static final SafeLog LOG = new SafeLog("dev.ropewalk.scheduler", Log.class);

    private Log() {}

    /** Initializes the classes of a message, so that the first failure, which may be a lack of memory, doesn't have to initialize them. */
    public static void initialize() {
        Objects.requireNonNull(LOG);
        Objects.requireNonNull(Level.ERROR);
    }

    public static void warning(String text) {
        LOG.log(Level.WARNING, text);
    }

    public static void warning(String text, Throwable thrown) {
        LOG.log(Level.WARNING, text, thrown);
    }
}
