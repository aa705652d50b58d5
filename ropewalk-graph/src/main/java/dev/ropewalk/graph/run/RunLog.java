package dev.ropewalk.graph.run;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.graph.plan.GraphPlan;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of a run. All runs share one limit: a program may run a graph for each request, and each run may meet the same
 * failure.
 */
final class RunLog {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.graph", RunLog.class);

    /** Tests begin with a fresh one. */
    static volatile LimitedLog failures = newLimit();

    private final GraphPlan plan;
    private final @Nullable String name;

    RunLog(GraphPlan plan, @Nullable String name) {
        this.plan = plan;
        this.name = name;
    }

    static LimitedLog newLimit() {
        return new LimitedLog(LOG, "runs of graphs");
    }

    /** Returns what the run is called; empty if it has no name. */
    String name() {
        return name == null ? "" : name;
    }

    /** Logs what users' code has thrown, or what has ended the run. */
    void log(Level level, Supplier<String> text, Throwable thrown) {
        failures.log(level, () -> this + ": " + text.get(), thrown);
    }

    @Override
    public String toString() {
        return (name == null ? "a run" : "run '" + name + "'") + " of a " + plan;
    }
}
