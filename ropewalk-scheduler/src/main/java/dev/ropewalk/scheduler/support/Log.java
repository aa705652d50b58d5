package dev.ropewalk.scheduler.support;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * What this package has to say. A logger is code of users: an appender that is closed, a handler with a bug. Whatever it
 * throws stays here, because those who log are workers and the monitor, which must go on. The text then goes to standard error.
 */
public final class Log {
    private Log() {}

    public static void failure(String text, Throwable thrown) {
        write(Level.ERROR, text, thrown);
    }

    public static void warning(String text) {
        write(Level.WARNING, text, null);
    }

    public static void warning(String text, Throwable thrown) {
        write(Level.WARNING, text, thrown);
    }

    private static void write(Level level, String text, @Nullable Throwable thrown) {
        try {
            Made.LOGGER.log(level, text, thrown);
        } catch (Throwable broken) {
            writeToStandardError(text, thrown);
        }
    }

    private static void writeToStandardError(String text, @Nullable Throwable thrown) {
        try {
            System.err.println(text);
            if (thrown != null) {
                thrown.printStackTrace();
            }
        } catch (Throwable broken) {
            return; // There is nobody left to tell.
        }
    }

    /** Made with the first message: that takes as long as to start a scheduler. It may fail, too. */
    private static final class Made {
        static final Logger LOGGER = System.getLogger("dev.ropewalk.scheduler");
    }
}
