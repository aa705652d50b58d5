package dev.ropewalk.flow.chain;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.Objects;

/** The log of this module. All flows share one limit: a program may open one for each request, and each may meet the same failure. */
public final class Log {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.flow", Log.class);
    private static final LimitedLog FAILURES = new LimitedLog(LOG, "flows");

    private Log() {}

    /** Logs what code of others has thrown where nobody else can be told. Throws nothing. */
    public static void warn(String what, Throwable thrown) {
        FAILURES.log(Level.WARNING, () -> Objects.requireNonNull(what), thrown);
    }
}
