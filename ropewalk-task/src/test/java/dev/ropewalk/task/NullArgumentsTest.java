package dev.ropewalk.task;

import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.util.List;
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

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(Budget.class, budget)
            .sample(Demand.class, Demand.nothing())
            .sample(TaskOptions.class, TaskOptions.defaults())
            .sample(LimitAlgorithm.class, AimdLimit.builder().build());

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(BoundedExecutor.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByExecutors() throws Exception {
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            nulls.on(BoundedExecutor.class, executor)
                    .on(ResultPublisher.class, executor.results(List.of()))
                    .on(BoundedExecutorBuilder.class, BoundedExecutor.builder(1))
                    .on(TaskOptions.class, TaskOptions.defaults())
                    .assertAllNamed();
        }
    }
}
