package dev.ropewalk.graph;

import dev.ropewalk.graph.run.RunSettings;
import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link TaskGraph} is run. Immutable; each method returns changed options.
 *
 * {@snippet :
 * GraphOptions options = GraphOptions.defaults().budget(budget).keepGoing().traced();
 * }
 */
public final class GraphOptions {
    private static final GraphOptions DEFAULTS = new GraphOptions(null, null, null, false, false);

    private final @Nullable Budget budget;
    private final @Nullable Scheduler scheduler;
    private final @Nullable GraphListener listener;
    private final boolean keepGoing;
    private final boolean traced;

    private GraphOptions(
            @Nullable Budget budget,
            @Nullable Scheduler scheduler,
            @Nullable GraphListener listener,
            boolean keepGoing,
            boolean traced) {
        this.budget = budget;
        this.scheduler = scheduler;
        this.listener = listener;
        this.keepGoing = keepGoing;
        this.traced = traced;
    }

    /** Returns the defaults: no budget, the JDK's virtual threads, fail fast, no listener, no trace. */
    public static GraphOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Takes what actions demand from a budget, which may be shared with other runs and anything else. Without one, demands mean
     * nothing, and all that is ready runs.
     */
    public GraphOptions budget(Budget value) {
        return new GraphOptions(Objects.requireNonNull(value, "budget"), scheduler, listener, keepGoing, traced);
    }

    /** Runs on a scheduler's virtual threads, by its clock, timers and randomness. */
    public GraphOptions scheduler(Scheduler value) {
        return new GraphOptions(budget, Objects.requireNonNull(value, "scheduler"), listener, keepGoing, traced);
    }

    /**
     * Runs on after a failure: each action that doesn't depend on it, directly or not, and the others are skipped. By default a
     * failure stops the run: what runs is interrupted, and nothing more starts.
     */
    public GraphOptions keepGoing() {
        return new GraphOptions(budget, scheduler, listener, true, traced);
    }

    /** Tells a listener what happens. */
    public GraphOptions listener(GraphListener value) {
        return new GraphOptions(budget, scheduler, Objects.requireNonNull(value, "listener"), keepGoing, traced);
    }

    /** Keeps the times of all attempts for {@link GraphRun#trace}, some 40 bytes each. */
    public GraphOptions traced() {
        return new GraphOptions(budget, scheduler, listener, keepGoing, true);
    }

    RunSettings settings() {
        return new RunSettings(budget, listener, keepGoing, traced);
    }

    RunThreads threads() {
        return scheduler == null ? RunThreads.ofJdk() : RunThreads.of(scheduler);
    }
}
