package dev.ropewalk.actor.support;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The library's own log. It never throws, whatever the logger's handlers, filters and formatters do: a decision of a supervisor
 * or the end of an actor must not depend on whether it could be logged.
 */
public final class SafeLog {
    private static final Logger LOGGER = Loggers.own();

    private SafeLog() {}

    public static void log(Level level, Supplier<String> text) {
        log(level, text, null);
    }

    /** Logs a text, which is made only if the level is logged. */
    public static void log(Level level, Supplier<String> text, @Nullable Throwable cause) {
        try {
            if (LOGGER.isLoggable(level)) {
                LOGGER.log(level, text.get(), cause);
            }
        } catch (Throwable broken) {
            sayOnTheConsole(level, broken);
        }
    }

    public static boolean isLoggable(Level level) {
        try {
            return LOGGER.isLoggable(level);
        } catch (Throwable broken) {
            return true;
        }
    }

    private static void sayOnTheConsole(Level level, Throwable broken) {
        try {
            System.err.println(
                    "a message of level " + level + " of " + LOGGER.getName() + " could not be logged: " + broken);
        } catch (Throwable nobodyListens) {
            // the console is the last resort
        }
    }
}
