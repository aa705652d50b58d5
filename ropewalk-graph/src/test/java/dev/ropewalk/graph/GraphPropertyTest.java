package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.plan.PlannedAction;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.testing.Sample;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random graphs against what comes out when their actions are gone through one after the other. */
@Timeout(120)
class GraphPropertyTest {
    private final long seed =
            Long.getLong("ropewalk.task.seed", ThreadLocalRandom.current().nextLong());

    @ParameterizedTest
    @CsvSource({"100000, 0, true", "100000, 2, false", "30000, 20, true", "1000, 100, true"})
    void shouldComputeWhatASequentialRunComputes(int size, int failuresIn1000, boolean withBudget)
            throws InterruptedException {
        RandomGraph random = new RandomGraph(Sample.of(Math.min(size, 20_000), size), failuresIn1000, seed);
        try (Budget budget = RandomGraph.budget()) {
            GraphOptions options = GraphOptions.defaults().keepGoing(true);
            GraphResult result = random.graph
                    .start(withBudget ? options.budget(budget) : options)
                    .join();

            check(random, result, withBudget);
            checkBudget(budget);
        }
    }

    @Test
    void shouldDoSoForManySmallGraphs() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            RandomGraph random = new RandomGraph(1 + i % 40, i % 3 * 100, seed + i);
            try (Budget budget = RandomGraph.budget()) {
                GraphResult result = random.graph
                        .start(GraphOptions.defaults().keepGoing(true).budget(budget))
                        .join();

                check(random, result, true);
                checkBudget(budget);
            }
        }
    }

    @Test
    void shouldEndAndHoldNothingWhenItIsCancelledAtAnyMoment() throws InterruptedException {
        SplittableRandom moments = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            RandomGraph random = new RandomGraph(500, i % 2 * 50, seed + i);
            try (Budget budget = RandomGraph.budget()) {
                GraphOptions options = GraphOptions.defaults().budget(budget);
                GraphRun run = random.graph.start(i % 3 == 0 ? options : options.keepGoing(true));
                LockSupport.parkNanos(moments.nextInt(2_000_000));
                run.cancel();
                GraphResult result = run.join();

                int attempts = sum(random);
                checkBudget(budget);
                checkValues(random, result, random.expected());
                assertThat(run.snapshot().running()
                                + run.snapshot().backingOff()
                                + run.snapshot().ready())
                        .as("seed " + (seed + i))
                        .isZero();
                assertThat(sum(random)).isEqualTo(attempts);
            }
        }
    }

    @Test
    void shouldStopSoonAfterAFailure() throws InterruptedException {
        RandomGraph random = new RandomGraph(50_000, 100, seed);

        GraphResult result = random.graph.start().join();

        assertThat(result.failures()).isNotEmpty();
        assertThat(sum(random)).as("seed " + seed).isLessThan(25_000);
    }

    private void check(RandomGraph random, GraphResult result, boolean withBudget) {
        @Nullable Long[] expected = random.expected();
        checkValues(random, result, expected);
        for (Action<Long> action : random.actions) {
            int index = PlannedAction.of(action).index();
            boolean skipped = random.isSkipped(index, expected);
            assertThat(random.attempts.get(index))
                    .as("attempts of %s, seed %d", action, seed)
                    .isEqualTo(skipped ? 0 : random.expectedAttempts(index));
            switch (result.result(action)) {
                case ActionResult.Succeeded<Long> success ->
                    assertThat(expected[index]).isNotNull();
                case ActionResult.Failed<Long> failure ->
                    assertThat(expected[index] == null && !skipped).isTrue();
                case ActionResult.Skipped<Long>(Action<?> culprit) -> {
                    assertThat(skipped).isTrue();
                    assertThat(result.result(culprit)).isInstanceOf(ActionResult.Failed.class);
                    if (random.actions.size() < 100) {
                        assertThat(random.dependsOn(
                                        index, PlannedAction.of(culprit).index()))
                                .isTrue();
                    }
                }
                case ActionResult.Cancelled<Long> cancelled ->
                    throw new AssertionError(action + " was cancelled, seed " + seed);
            }
        }
        if (withBudget) {
            assertThat(random.wrong.get()).as("seed " + seed).isNull();
            assertThat(random.holdsNothing()).as("seed " + seed).isTrue();
        }
    }

    private void checkValues(RandomGraph random, GraphResult result, @Nullable Long[] expected) {
        for (Action<Long> action : random.actions) {
            if (result.result(action) instanceof ActionResult.Succeeded<Long>(Long value)) {
                assertThat(value)
                        .as("value of %s, seed %d", action, seed)
                        .isEqualTo(expected[PlannedAction.of(action).index()]);
            }
        }
    }

    private void checkBudget(Budget budget) {
        for (int resource = 0; resource < RandomGraph.RESOURCES.length; resource++) {
            assertThat(budget.available(RandomGraph.RESOURCES[resource]))
                    .as("available %s, seed %d", RandomGraph.RESOURCES[resource], seed)
                    .isEqualTo(RandomGraph.CAPACITIES[resource]);
        }
        assertThat(budget.stats().admission().waiting()).isZero();
    }

    private static int sum(RandomGraph random) {
        int sum = 0;
        for (int i = 0; i < random.attempts.length(); i++) {
            sum += random.attempts.get(i);
        }
        return sum;
    }
}
