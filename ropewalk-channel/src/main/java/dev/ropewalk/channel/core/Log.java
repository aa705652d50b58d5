package dev.ropewalk.channel.core;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The log of this module. All channels share one limit: a program may open a channel for each request, and each of them
 * may meet the same failure.
 */
public final class Log {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.channel", Log.class);

    /** Made beforehand: it is needed where memory has run out. */
    private static final Text FAILED = new Text("a ", "channel", "code of a user has failed");

    /** Tests begin with a fresh one. */
    static volatile LimitedLog failures = newLimit();

    private Log() {}

    /** Initializes the classes of a message, so that the first failure, which may be a lack of memory, doesn't have to initialize them. */
    static void initialize() {
        Objects.requireNonNull(FAILED);
        Objects.requireNonNull(Level.WARNING);
    }

    static LimitedLog newLimit() {
        return new LimitedLog(LOG, "channels");
    }

    /** Logs what users' code around a channel, given by its name, has thrown or can't do. Throws nothing. */
    public static void warn(String channel, String what, Throwable thrown) {
        warn("channel ", channel, what, thrown);
    }

    /** Logs what users' code around a select has thrown or can't do. Throws nothing. */
    public static void warnOfSelect(Object select, String what, Throwable thrown) {
        warn("select ", select, what, thrown);
    }

    private static void warn(String kind, Object part, String what, Throwable thrown) {
        Text text;
        try {
            text = new Text(kind, part, what);
        } catch (Throwable noMemory) {
            text = FAILED;
        }
        failures.log(Level.WARNING, text, thrown);
    }

    private record Text(String kind, Object part, String what) implements Supplier<String> {
        @Override
        public String get() {
            return kind + part + ": " + what;
        }
    }
}
