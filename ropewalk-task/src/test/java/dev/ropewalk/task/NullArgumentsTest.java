package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
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

    private final TaskGraphBuilder builder = TaskGraph.builder();
    private final Action<String> action = builder.action("action", context -> "value");
    private final TaskGraph graph = graph();
    private final GraphRun run = graph.start(GraphOptions.defaults().traced());

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(Budget.class, budget)
            .sample(Demand.class, Demand.nothing())
            .sample(Action.class, action)
            .sample(Retry.class, Retry.never())
            .sample(Resource.class, Resource.of("other", 1))
            .sample(GraphOptions.class, GraphOptions.defaults())
            .sample(TaskOptions.class, TaskOptions.none())
            .sample(LimitAlgorithm.class, AimdLimit.builder().build())
            .sample(WaitTimes.class, WaitTimes.NONE)
            .sample(Path.class, Path.of(""));

    private TaskGraph graph() {
        TaskGraphBuilder other = TaskGraph.builder();
        other.run("action", context -> {});
        return other.build();
    }

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.sample(GraphResult.class, run.join()).statics(Budget.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByLimiters() throws Exception {
        nulls.on(Limiter.class, Limiter.fixed(1).build())
                .on(LimiterBuilder.class, Limiter.fixed(1))
                .on(AimdLimit.Builder.class, AimdLimit.builder())
                .on(VegasLimit.Builder.class, VegasLimit.builder())
                .on(GradientLimit.Builder.class, GradientLimit.builder())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByExecutors() throws Exception {
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            nulls.on(BoundedExecutor.class, executor)
                    .on(BoundedExecutorBuilder.class, BoundedExecutor.builder(1))
                    .on(TaskOptions.class, TaskOptions.none())
                    .assertAllNamed();
        }
    }

    @Test
    void shouldBeNamedByBudgets() throws Exception {
        try (Grant grant = budget.acquire(Demand.of("name", 1))) {
            nulls.on(Budget.class, budget)
                    .on(BudgetBuilder.class, Budget.builder())
                    .on(BudgetStats.class, budget.stats())
                    .on(Grant.class, grant)
                    .on(Demand.class, Demand.nothing())
                    .on(Resource.class, Resource.of("given", 1), Budget.heap())
                    .assertAllNamed();
        }
    }

    @Test
    void shouldBeNamedByGraphs() throws Exception {
        GraphResult result = run.join();
        nulls.on(TaskGraphBuilder.class, builder)
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
