package dev.ropewalk.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * This package's log. A logger is code of users, and whatever it throws stays here: those who log are to go on, such as the
 * thread that measures for all who wait.
 */
final class Log {
    private Log() {}

    static void error(String message, Throwable thrown) {
        write(Level.ERROR, message, thrown);
    }

    static void warn(String message, Throwable thrown) {
        write(Level.WARNING, message, thrown);
    }

    static void debug(String message, Throwable thrown) {
        write(Level.DEBUG, message, thrown);
    }

    private static void write(Level level, String message, Throwable thrown) {
        try {
            Made.LOGGER.log(level, message, thrown);
        } catch (Throwable ofLogger) {
            return; // There is nowhere left to tell it.
        }
    }

    /** Made with the first message, since that may fail, too. */
    private static final class Made {
        static final Logger LOGGER = System.getLogger("dev.ropewalk.task");
    }
}
