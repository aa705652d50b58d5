package dev.ropewalk.graph.run;

import dev.ropewalk.testing.BrokenLog;
import dev.ropewalk.testing.CapturedLog;

/** The graphs' log, as if nothing had been logged before. */
public final class FreshLog {
    private static final String NAME = "dev.ropewalk.graph";

    private FreshLog() {}

    public static CapturedLog capture() {
        RunLog.failures = RunLog.newLimit();
        return new CapturedLog(NAME);
    }

    public static BrokenLog breakIt() {
        RunLog.failures = RunLog.newLimit();
        return new BrokenLog(NAME);
    }
}
