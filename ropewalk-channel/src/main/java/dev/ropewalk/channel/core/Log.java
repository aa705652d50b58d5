package dev.ropewalk.channel.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** This package's log. A logger that throws doesn't stop the thread that logs: other parties may wait to be woken by it. */
public final class Log {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.channel");

    private Log() {}

    public static void warn(String message, Throwable thrown) {
        try {
            LOGGER.log(Level.WARNING, message, thrown);
        } catch (Throwable ofLogger) {
            // There is nowhere left to tell it.
        }
    }
}
