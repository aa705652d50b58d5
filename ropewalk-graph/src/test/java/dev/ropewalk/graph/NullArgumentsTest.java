package dev.ropewalk.graph;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @AutoClose
    private final Budget budget = Budget.builder().resource("name", 1).build();

    private final TaskGraphDraft builder = TaskGraph.draft();
    private final Action<String> action = builder.action("action", context -> "value");
    private final TaskGraph graph = graph();
    private final GraphRun run = graph.start(GraphOptions.defaults().traced(true));

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(Budget.class, budget)
            .sample(Demand.class, Demand.nothing())
            .sample(Action.class, action)
            .sample(ActionResult.class, ActionResult.cancelled())
            .sample(Retry.class, Retry.never())
            .sample(GraphOptions.class, GraphOptions.defaults())
            .sample(Path.class, Path.of(""));

    private TaskGraph graph() {
        TaskGraphDraft other = TaskGraph.draft();
        other.run("action", context -> {});
        return other.build();
    }

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.sample(GraphResult.class, run.join()).statics(TaskGraph.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByGraphs() throws Exception {
        GraphResult result = run.join();
        nulls.on(TaskGraphDraft.class, builder)
                .on(Action.class, action)
                .on(Retry.class, Retry.attempts(2))
                .on(TaskGraph.class, graph)
                .on(GraphOptions.class, GraphOptions.defaults())
                .on(GraphRun.class, run)
                .on(GraphResult.class, result)
                .on(GraphTrace.class, run.trace())
                .assertAllNamed();
    }
}
