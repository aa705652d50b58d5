package dev.ropewalk.channel.core;

import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;

/** The log of this module. */
public final class Log {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.channel", System::getLogger);

    private Log() {}

    /** Logs what users' code has thrown, or can't do. */
    public static void warn(String message, Throwable thrown) {
        LOG.log(Level.WARNING, message, thrown);
    }
}
