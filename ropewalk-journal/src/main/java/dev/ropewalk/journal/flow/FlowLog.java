package dev.ropewalk.journal.flow;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;

/** The log of flows. All share one limit, since each may meet the same failure. */
public final class FlowLog {
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.journal", FlowLog.class), "flows of journals");

    private FlowLog() {}

    /** Logs what users' code around a flow has thrown. Throws nothing. */
    public static void warn(String what, Throwable thrown) {
        LOG.log(Level.WARNING, () -> "a flow of a journal: " + what, thrown);
    }
}
