package dev.ropewalk.lab.graph;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Ropewalk's graph, of which each action demands all that it needs from one budget; those that compute have threads of their own. */
final class RopewalkRunner implements Runner {
    private static final String MEMORY = "memory";
    private static final String CALLS = "calls";
    private static final String CPUS = "cpus";

    private final TaskGraph graph;
    private final Budget budget;
    private final ExecutorService computing;
    /** The run that the actions belong to: they are the same in each. */
    private volatile @Nullable Execution execution;

    RopewalkRunner(ActionGraph actions, Capacities capacities) {
        computing = Executors.newFixedThreadPool(capacities.cpus());
        budget = Budget.builder()
                .resource(MEMORY, capacities.mebibytes())
                .resource(CALLS, capacities.calls())
                .resource(CPUS, capacities.cpus())
                .build();
        TaskGraphDraft builder = TaskGraph.draft();
        List<Action<?>> added = new ArrayList<>();
        for (BuildAction action : actions.actions()) {
            Action<?> described = builder.run(String.valueOf(action.id()), _ -> perform(action))
                    .after(action.dependencies().stream().map(added::get).toArray(Action<?>[]::new))
                    .demand(Demand.of(MEMORY, action.mebibytes()).and(action.remote() ? CALLS : CPUS, 1))
                    .cost(Duration.ofNanos(action.nanos()));
            added.add(action.remote() ? described : described.on(computing));
        }
        graph = builder.build();
    }

    private void perform(BuildAction action) {
        Objects.requireNonNull(execution).perform(action);
    }

    @Override
    public void run(Execution run) throws InterruptedException {
        execution = run;
        GraphResult ignored =
                graph.start(GraphOptions.defaults().budget(budget)).join().orThrow();
    }

    @Override
    public void close() {
        budget.close();
        computing.close();
    }
}
