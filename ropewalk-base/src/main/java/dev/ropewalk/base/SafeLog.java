package dev.ropewalk.base;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one module. A logger runs code of users: its handlers, filters and formatters. Whatever they throw stays here,
 * because the threads that log, such as workers and supervisors, must go on. The text then goes to standard error.
 *
 * <p>Thread-safe. A constant of this type costs nothing until the first message: making a logger takes as long as starting a
 * scheduler, and may fail, too.
 */
public final class SafeLog {
    private final String name;
    private final Function<String, Logger> maker;
    private volatile @Nullable Logger logger; // two threads may make it, and get the same

    /**
     * Makes the log of a module.
     *
     * @param name the name of the logger
     * @param maker {@code System::getLogger}, written in the module itself: the JDK asks whose code gets the logger
     */
    public SafeLog(String name, Function<String, Logger> maker) {
        this.name = Objects.requireNonNull(name, "name");
        this.maker = Objects.requireNonNull(maker, "maker");
    }

    /** Logs a text. */
    public void log(Level level, String text) {
        log(level, text, null);
    }

    /** Logs a text and what was thrown. */
    public void log(Level level, String text, @Nullable Throwable thrown) {
        try {
            logger().log(level, text, thrown);
        } catch (Throwable ofLogger) {
            writeToStandardError(level, text, thrown, ofLogger);
        }
    }

    /** Logs a text, which is made only if the level is logged, and what was thrown. What making the text throws stays here, too. */
    public void log(Level level, Supplier<String> text, @Nullable Throwable thrown) {
        try {
            if (isLoggable(level)) {
                log(level, text.get(), thrown);
            }
        } catch (Throwable ofText) {
            writeToStandardError(level, "a message without a text", thrown, ofText);
        }
    }

    /** Returns whether a level is logged; true if the logger can't tell. */
    public boolean isLoggable(Level level) {
        try {
            return logger().isLoggable(level);
        } catch (Throwable ofLogger) {
            return true;
        }
    }

    private Logger logger() {
        Logger made = logger;
        if (made == null) {
            made = maker.apply(name);
            logger = made;
        }
        return made;
    }

    private void writeToStandardError(Level level, String text, @Nullable Throwable thrown, Throwable ofLogger) {
        try {
            System.err.println(name + " " + level + ": " + text + " (logging failed: " + ofLogger + ")");
            if (thrown != null) {
                thrown.printStackTrace();
            }
        } catch (Throwable broken) {
            return; // the console is the last resort
        }
    }
}
