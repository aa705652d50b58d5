package dev.ropewalk.limit;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.TimeDistribution;
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

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(Budget.class, budget)
            .sample(TimeDistribution.class, TimeDistribution.none())
            .sample(Demand.class, Demand.nothing())
            .sample(Resource.class, Resource.of("other", 1))
            .sample(LimitAlgorithm.class, AimdLimit.builder().build())
            .sample(Path.class, Path.of(""));

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(Budget.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByLimiters() throws Exception {
        nulls.on(Limiter.class, Limiter.fixed(1).build())
                .on(LimiterBuilder.class, Limiter.fixed(1))
                .on(AimdLimitBuilder.class, AimdLimit.builder())
                .on(VegasLimitBuilder.class, VegasLimit.builder())
                .on(GradientLimitBuilder.class, GradientLimit.builder())
                .assertAllNamed();
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
}
