package dev.ropewalk.channel.core;

import dev.ropewalk.testing.CapturedLog;

/** The channels' log, as if nothing had been logged before. */
public final class FreshLog {
    private FreshLog() {}

    public static CapturedLog capture() {
        Log.failures = Log.newLimit();
        return new CapturedLog("dev.ropewalk");
    }
}
