package dev.ropewalk.channel.core;

import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.Objects;

/** The log of this module. */
public final class Log {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.channel", Log.class);

    private Log() {}

    /** Initializes the classes of a message, so that the first failure, which may be a lack of memory, doesn't have to initialize them. */
    static void initialize() {
        Objects.requireNonNull(LOG);
        Objects.requireNonNull(Level.WARNING);
    }

    /** Logs what users' code has thrown, or can't do. */
    public static void warn(String message, Throwable thrown) {
        LOG.log(Level.WARNING, message, thrown);
    }
}
