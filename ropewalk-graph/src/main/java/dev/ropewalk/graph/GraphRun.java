package dev.ropewalk.graph;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.graph.run.Execution;
import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One run of a {@link TaskGraph}. Any thread may use it. What all actions did happens-before what is done with the result.
 *
 * <p>The run holds no thread of its own: an action's thread goes on with what the action made ready. It ends when each action has
 * ended, was skipped or can't start any more, and holds nothing of the budget then.
 */
public final class GraphRun {
    private final TaskGraph graph;
    private final Execution execution;

    private GraphRun(TaskGraph graph, Execution execution) {
        this.graph = graph;
        this.execution = execution;
    }

    static GraphRun start(TaskGraph graph, GraphOptions options) {
        return start(graph, options, options.threads());
    }

    static GraphRun start(TaskGraph graph, GraphOptions options, RunThreads threads) {
        Budget budget = options.budget();
        if (budget != null) {
            checkDemands(graph, budget);
        }
        Execution execution = new Execution(graph, options, threads);
        execution.begin();
        return new GraphRun(graph, execution);
    }

    private static void checkDemands(TaskGraph graph, Budget budget) {
        for (int set = 0; set < graph.resourceSets.size(); set++) {
            for (String resource : graph.resourceSets.get(set)) {
                try {
                    budget.capacity(resource);
                } catch (IllegalArgumentException unknown) {
                    throw new IllegalArgumentException(
                            "'" + firstOf(graph, set) + "' demands '" + resource + "': " + unknown.getMessage(),
                            unknown);
                }
            }
        }
    }

    private static Action<?> firstOf(TaskGraph graph, int set) {
        for (Action<?> action : graph.actions) {
            if (action.resourceSet == set) {
                return action;
            }
        }
        throw new AssertionError("no action demands the set " + set);
    }

    /**
     * Waits for the end of the run.
     *
     * @throws InterruptedException if the thread is interrupted; the run goes on
     */
    public GraphResult join() throws InterruptedException {
        return await(Parking.FOREVER).orElseThrow();
    }

    /**
     * Waits at most so long for the end of the run; empty if it goes on.
     *
     * @throws InterruptedException if the thread is interrupted; the run goes on
     */
    public Optional<GraphResult> join(Duration timeout) throws InterruptedException {
        return await(Parking.nanos(timeout));
    }

    private Optional<GraphResult> await(long nanos) throws InterruptedException {
        var waiter = new ThreadWaiter<GraphResult>("the end of a graph");
        CompletableFuture<GraphResult> told = execution.completion.whenComplete((result, never) -> {
            if (waiter.grant(result)) {
                waiter.wake();
            }
        });
        try {
            return Parking.await(waiter, nanos) ? Optional.ofNullable(waiter.granted()) : Optional.empty();
        } finally {
            told.cancel(false);
        }
    }

    /** Returns a future of the result, which fails in no case. Who cancels it cancels the future and not the run. */
    public CompletableFuture<GraphResult> result() {
        return execution.completion.copy();
    }

    /**
     * Stops the run and returns at once: what runs is interrupted, and nothing more starts. The run ends when what runs has ended.
     * Does nothing if it has ended or was stopped before.
     */
    public void cancel() {
        StackRoom.require();
        execution.cancel();
    }

    /** Counts what has become of the actions so far, in time proportional to their number. */
    public GraphSnapshot snapshot() {
        return GraphSnapshot.of(execution.slots, execution.waiting());
    }

    /**
     * Returns a trace of the attempts that have ended so far, with their times.
     *
     * @throws IllegalStateException if the run isn't {@linkplain GraphOptions#traced traced}
     */
    public GraphTrace trace() {
        return execution.trace();
    }

    @Override
    public String toString() {
        return "run of a " + graph;
    }
}
