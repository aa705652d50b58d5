package dev.ropewalk.task.run;

import org.jspecify.annotations.Nullable;

/** What became of a task that was offered. Made before anything is changed: there may be no memory. */
public final class OfferedTask {
    boolean isIn;

    @Nullable
    TaskRunner runner;

    OfferedTask() {}

    /** Returns whether there was room for it. */
    public boolean isIn() {
        return isIn;
    }

    /** Returns the runner to launch, if any. */
    public @Nullable TaskRunner runner() {
        return runner;
    }
}
