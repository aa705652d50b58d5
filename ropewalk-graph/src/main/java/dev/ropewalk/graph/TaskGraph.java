package dev.ropewalk.graph;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.run.Execution;
import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Actions that depend on one another, each with what it demands of a {@link Budget} and how long it probably takes. Immutable:
 * it may be run many times, at once too.
 *
 * <p>A run starts each action when its dependencies have succeeded and the budget grants its demand, those first which have the
 * longest estimated path before them: list scheduling by critical path, of the family that Graham, "Bounds on Multiprocessing
 * Timing Anomalies" (1969), bounds and Adam, Chandy and Dickson, "A Comparison of List Schedules for Parallel Processing Systems"
 * (1974), compare. Where the budget rather than the path decides how long a run takes, actions that take a larger share of it go
 * earlier. There are no slots: the budget alone says how many run at once, so that an action that waits for a remote call holds
 * only what it has demanded, such as a call, and a run without a budget starts everything that is ready.
 *
 * {@snippet class="dev.ropewalk.graph.snippets.GraphSnippets" region="graph" :
 * TaskGraphDraft graph = TaskGraph.draft();
 * Action<String> source = graph.asyncAction("fetch", context -> client.fetchAsync(address))
 *         .demand(Demand.of("calls", 1))
 *         .retry(Retry.attempts(3).backOff(Duration.ofMillis(100), Duration.ofSeconds(2)));
 * Action<Integer> words = graph.action("count", context -> count(context.value(source)))
 *         .after(source)
 *         .demand(Demand.of("memory", 64 << 20));
 * GraphResult result =
 *         graph.build().start(GraphOptions.defaults().budget(budget)).join();
 * int count = result.value(words);
 * }
 */
public final class TaskGraph {
    private final GraphPlan plan;

    TaskGraph(GraphPlan plan) {
        this.plan = plan;
    }

    /** Returns a draft without actions. */
    public static TaskGraphDraft draft() {
        return new TaskGraphDraft();
    }

    /** Returns the actions, in the order in which they were added. */
    public List<Action<?>> actions() {
        return Collections.unmodifiableList(plan.actions());
    }

    /**
     * Returns the estimated length of the longest path, below which no run can be however much its budget has; {@link
     * Long#MAX_VALUE} nanoseconds if it is longer.
     */
    public Duration criticalPath() {
        return Duration.ofNanos(plan.criticalPathNanos());
    }

    /**
     * Starts a run with default options; see {@link #start(GraphOptions)}.
     */
    public GraphRun start() {
        return start(GraphOptions.defaults());
    }

    /**
     * Starts a run and returns at once. What the caller did before happens-before all bodies.
     *
     * @throws IllegalArgumentException if an action demands a resource that the budget doesn't have
     */
    public GraphRun start(GraphOptions options) {
        StackRoom.require();
        Objects.requireNonNull(options, "options");
        return start(options, options.threads());
    }

    GraphRun start(GraphOptions options, RunThreads threads) {
        Steps.before(StepKind.SUBMIT, plan);
        return Execution.start(plan, options.settings(), threads);
    }

    @Override
    public String toString() {
        return plan.toString();
    }
}
