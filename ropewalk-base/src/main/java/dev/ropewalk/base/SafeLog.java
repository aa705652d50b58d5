package dev.ropewalk.base;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one module. A logger runs code of users: its handlers, filters and formatters. Whatever they throw stays here,
 * because the threads that log, such as workers and supervisors, must go on. The text then goes to standard error.
 *
 * <p>Thread-safe. A constant of this type costs nothing until the first message: making a logger takes as long as starting a
 * scheduler, and may fail, too. A logger that couldn't be made is made by a later message.
 *
 * <p>The JDK shows with each line the class that logs, and passes over frames of loggers to find it. So this is one.
 *
 * <p>The class that holds such a constant must be initialized before anything fails. Were it initialized by the first message and
 * failed then for want of memory, it would be unusable for the rest of the JVM's life, and so would the threads that log.
 */
public final class SafeLog implements Logger {
    private final String name;
    private final Class<?> owner;
    private volatile @Nullable Logger logger; // two threads may make it, and get the same

    /**
     * Makes the log of a module.
     *
     * @param name the name of the logger
     * @param owner a class of the module, which the JDK counts as the one that asks for the logger
     */
    public SafeLog(String name, Class<?> owner) {
        this.name = Objects.requireNonNull(name, "name");
        this.owner = Objects.requireNonNull(owner, "owner");
    }

    @Override
    public String getName() {
        return name;
    }

    /** Logs a text. */
    @Override
    public void log(Level level, String text) {
        log(level, text, (Throwable) null);
    }

    /** Logs a text and what was thrown. */
    @Override
    public void log(Level level, String text, @Nullable Throwable thrown) {
        try {
            logger().log(level, text, thrown);
        } catch (Throwable ofLogger) {
            writeToStandardError(level, text, thrown, ofLogger);
        }
    }

    /** Logs a text, which is made only if the level is logged, and what was thrown. What making the text throws stays here, too. */
    @Override
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
    @Override
    public boolean isLoggable(Level level) {
        try {
            return logger().isLoggable(level);
        } catch (Throwable ofLogger) {
            return true;
        }
    }

    /** Logs a text as it is: this library has no translations. */
    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
        log(level, text, thrown);
    }

    /** Logs a text as it is: this library has no translations, and no patterns. */
    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, Object @Nullable ... parameters) {
        log(level, text, (Throwable) null);
    }

    private Logger logger() {
        Logger made = logger;
        if (made == null) {
            made = System.LoggerFinder.getLoggerFinder().getLogger(name, owner.getModule());
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
