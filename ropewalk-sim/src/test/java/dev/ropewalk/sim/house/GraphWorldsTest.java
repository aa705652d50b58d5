package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Graphs of actions under many schedules. */
class GraphWorldsTest {
    /** Two sources, a diamond, and what depends on all of it. */
    private static TaskGraph diamond(List<String> ran) {
        TaskGraphDraft draft = TaskGraph.draft();
        Action<Boolean> left =
                draft.action("left", context -> note(ran, "left")).demand(Demand.of("memory", 2));
        Action<Boolean> right =
                draft.action("right", context -> note(ran, "right")).demand(Demand.of("memory", 2));
        Action<Boolean> first = draft.action("first", context -> note(ran, "first"))
                .after(left, right)
                .demand(Demand.of("memory", 3));
        Action<Boolean> second = draft.action("second", context -> note(ran, "second"))
                .after(left)
                .demand(Demand.of("memory", 1));
        draft.action("last", context -> note(ran, "last")).after(first, second);
        return draft.build();
    }

    private static boolean note(List<String> ran, String name) {
        Simulation.point(ran);
        return ran.add(name);
    }

    @Test
    void shouldRunEachActionAfterWhatItDependsOn() {
        Worlds.check(simulation -> {
            List<String> ran = new ArrayList<>();
            GraphResult result = diamond(ran).start().join();
            assertThat(result.isSuccess()).isTrue();
            assertThat(ran).hasSize(5).endsWith("last").containsSubsequence("left", "first");
            assertThat(ran).containsSubsequence("right", "first").containsSubsequence("left", "second");
        });
    }

    @Test
    void shouldShareABudgetBetweenTwoRuns() {
        Worlds.check(simulation -> {
            Budget budget = Budget.builder().resource("memory", 3).build();
            GraphOptions options = GraphOptions.defaults().budget(budget);
            List<String> ran = new ArrayList<>();
            GraphRun one = diamond(ran).start(options);
            GraphRun other = diamond(ran).start(options);
            assertThat(one.join().isSuccess()).isTrue();
            assertThat(other.join().isSuccess()).isTrue();
            simulation.run();
            assertThat(ran).hasSize(10);
            assertThat(budget.available("memory")).isEqualTo(3);
        });
    }

    @Test
    void shouldEndWhenItIsCancelled() {
        Worlds.check(simulation -> {
            Budget budget = Budget.builder().resource("memory", 3).build();
            List<String> ran = new ArrayList<>();
            GraphRun run = diamond(ran).start(GraphOptions.defaults().budget(budget));
            simulation.start("canceller", run::cancel);
            GraphResult result = run.join();
            simulation.run();
            assertThat(result.isCancelled() || result.isSuccess()).isTrue();
            assertThat(budget.available("memory")).isEqualTo(3);
        });
    }

    @Test
    void shouldRetryAndKeepTimeLimitsInVirtualTime() {
        Worlds.check(simulation -> {
            int[] attempts = new int[1];
            var never = new CompletableFuture<String>();
            TaskGraphDraft draft = TaskGraph.draft();
            draft.action("flaky", context -> {
                        if (++attempts[0] < 4) {
                            throw new IllegalStateException("not yet");
                        }
                        return "done";
                    })
                    .retry(Retry.attempts(5).backOff(Duration.ofMinutes(1), Duration.ofHours(1)));
            draft.asyncAction("slow", context -> never).timeout(Duration.ofMinutes(10));
            GraphResult result =
                    draft.build().start(GraphOptions.defaults().keepGoing(true)).join();
            assertThat(attempts[0]).isEqualTo(4);
            assertThat(result.failures()).hasSize(1);
            assertThat(never).isCancelled();
            assertThat(simulation.time()).isLessThan(Duration.ofHours(4));
        });
    }

    @Test
    void shouldTellItsListenerInOrder() {
        Worlds.check(simulation -> {
            List<String> told = new ArrayList<>();
            GraphRun run = diamond(new ArrayList<>())
                    .start(GraphOptions.defaults()
                            .listener(event -> told.add(event.getClass().getSimpleName())));
            assertThat(run.join().isSuccess()).isTrue();
            simulation.run();
            assertThat(told).hasSize(11).endsWith("Ended");
        });
    }
}
