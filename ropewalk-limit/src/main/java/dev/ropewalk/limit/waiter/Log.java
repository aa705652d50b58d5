package dev.ropewalk.limit.waiter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The log of a module. A logger is code of users, and whatever it throws stays here: the thread that logs is to go on, such as
 * the one that measures for all waiting requests.
 */
public final class Log {
    /** The log of limiters and budgets. */
    public static final Log LIMIT = new Log("dev.ropewalk.limit");

    private final String name;

    /** Made with the first message, since that may fail, too. */
    private @Nullable Logger logger;

    /**
     * Creates a log.
     *
     * @param name the logger's name, which is the exported package of the module that logs
     */
    public Log(String name) {
        this.name = name;
    }

    public void error(String message, Throwable thrown) {
        write(Level.ERROR, message, thrown);
    }

    public void warn(String message, Throwable thrown) {
        write(Level.WARNING, message, thrown);
    }

    public void debug(String message, Throwable thrown) {
        write(Level.DEBUG, message, thrown);
    }

    private void write(Level level, String message, Throwable thrown) {
        try {
            Logger to = logger;
            if (to == null) {
                to = System.getLogger(name);
                logger = to;
            }
            to.log(level, message, thrown);
        } catch (Throwable ofLogger) {
            return; // There is nowhere left to tell it.
        }
    }
}
