package dev.ropewalk.graph;

import dev.ropewalk.base.Names;
import dev.ropewalk.graph.run.RunSettings;
import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link TaskGraph} is run. Immutable; each method returns changed options.
 *
 * {@snippet class="dev.ropewalk.graph.snippets.GraphSnippets" region="options" :
 * GraphOptions options =
 *         GraphOptions.defaults().budget(budget).keepGoing(true).traced(true);
 * }
 */
public final class GraphOptions {
    private static final GraphOptions DEFAULTS = new GraphOptions(null, null, null, null, false, false);

    private final @Nullable String name;
    private final @Nullable Budget budget;
    private final @Nullable Scheduler scheduler;
    private final @Nullable GraphListener listener;
    private final boolean keepGoing;
    private final boolean traced;

    private GraphOptions(
            @Nullable String name,
            @Nullable Budget budget,
            @Nullable Scheduler scheduler,
            @Nullable GraphListener listener,
            boolean keepGoing,
            boolean traced) {
        this.name = name;
        this.budget = budget;
        this.scheduler = scheduler;
        this.listener = listener;
        this.keepGoing = keepGoing;
        this.traced = traced;
    }

    /** Returns the defaults: no name, no budget, the JDK's virtual threads, fail fast, no listener, no trace. */
    public static GraphOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the name by which a run is {@linkplain GraphRun#live listed}. By default each run gets a number.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public GraphOptions name(String value) {
        return new GraphOptions(Names.checked(value, "name"), budget, scheduler, listener, keepGoing, traced);
    }

    /**
     * Sets the budget from which actions take what they demand. It may be shared with other runs and anything else. Without one, demands mean
     * nothing, and all that is ready runs.
     */
    public GraphOptions budget(Budget value) {
        return new GraphOptions(name, Objects.requireNonNull(value, "budget"), scheduler, listener, keepGoing, traced);
    }

    /** Sets the scheduler whose virtual threads, clock, timers and randomness a run takes. */
    public GraphOptions scheduler(Scheduler value) {
        return new GraphOptions(name, budget, Objects.requireNonNull(value, "scheduler"), listener, keepGoing, traced);
    }

    /**
     * Sets whether a run goes on after a failure: with each action that doesn't depend on the failed one, directly or not; the
     * others are skipped. By default a failure stops the run: what runs is interrupted, and nothing more starts.
     */
    public GraphOptions keepGoing(boolean value) {
        return new GraphOptions(name, budget, scheduler, listener, value, traced);
    }

    /** Sets the listener that is told what happens. */
    public GraphOptions listener(GraphListener value) {
        return new GraphOptions(name, budget, scheduler, Objects.requireNonNull(value, "listener"), keepGoing, traced);
    }

    /** Sets whether the times of all attempts are kept for {@link GraphRun#trace}, some 40 bytes each; the default is false. */
    public GraphOptions traced(boolean value) {
        return new GraphOptions(name, budget, scheduler, listener, keepGoing, value);
    }

    RunSettings settings() {
        return new RunSettings(name, budget, listener, keepGoing, traced);
    }

    RunThreads threads() {
        return scheduler == null ? RunThreads.unscheduled() : RunThreads.of(scheduler);
    }
}
