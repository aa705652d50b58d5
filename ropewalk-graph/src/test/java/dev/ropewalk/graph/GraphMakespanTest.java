package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long runs take, in simulated time, against list scheduling by hand and its bounds. */
@Timeout(60)
class GraphMakespanTest {
    private final SimulatedThreads threads = new SimulatedThreads();
    private final TaskGraphDraft builder = TaskGraph.draft();

    @Test
    void shouldTakeTheCriticalPathFirst() {
        Action<?> chain = sleeping("chain 1", 1);
        for (int i = 2; i <= 6; i++) {
            chain = sleeping("chain " + i, 1).after(chain);
        }
        for (int i = 0; i < 6; i++) {
            sleeping("single " + i, 1);
        }

        assertThat(makespan(2)).isEqualTo(6);
    }

    @Test
    void shouldNotWaitForABudgetThatItHasNot() {
        Action<?> a = sleeping("a", 3);
        sleeping("b", 4).after(a);
        sleeping("c", 5);
        sleeping("d", 6);

        long begin = threads.now();
        builder.build().start(GraphOptions.defaults(), threads);
        threads.run();

        assertThat(threads.now() - begin).isEqualTo(7);
    }

    /** The times are such that no two actions end at once, where the order is a matter of taste. */
    @RepeatedTest(200)
    void shouldTakeAsLongAsListScheduling(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        int count = 1 + random.nextInt(60);
        int machines = 1 + random.nextInt(5);
        List<List<Integer>> dependencies = new ArrayList<>();
        long[] times = new long[count];
        List<Action<?>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times[i] = 1 + random.nextLong(1L << 40);
            Action<?> action = sleeping("a" + i, times[i]);
            List<Integer> own = new ArrayList<>();
            for (int edge = random.nextInt(4); edge > 0 && i > 0; edge--) {
                int dependency = random.nextInt(i);
                own.add(dependency);
                action.after(actions.get(dependency));
            }
            dependencies.add(own);
            actions.add(action);
        }

        assertThat(makespan(machines)).isEqualTo(listScheduling(dependencies, times, machines));
    }

    /** By Graham's bound a list schedule takes at most the critical path and the work divided by the machines together. */
    @RepeatedTest(50)
    void shouldStayWithinTheBoundWhenActionsNeedSeveralResources(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        List<Action<?>> actions = new ArrayList<>();
        long cpu = 0;
        long calls = 0;
        for (int i = 0; i < 300; i++) {
            long time = 1 + random.nextLong(50);
            boolean computes = random.nextInt(10) < 3;
            boolean callsToo = !computes || random.nextBoolean();
            cpu += computes ? time : 0;
            calls += callsToo ? time : 0;
            Demand demand = computes ? Demand.of("cpu", 1) : Demand.of("calls", 1);
            Action<?> action = sleeping("a" + i, time).demand(computes && callsToo ? demand.and("calls", 1) : demand);
            for (int edge = random.nextInt(3); edge > 0 && i > 0; edge--) {
                action.after(actions.get(random.nextInt(i)));
            }
            actions.add(action);
        }
        TaskGraph graph = builder.build();
        try (Budget budget =
                Budget.builder().resource("cpu", 2).resource("calls", 8).build()) {
            long begin = threads.now();
            graph.start(GraphOptions.defaults().budget(budget), threads);
            threads.run();

            long makespan = threads.now() - begin;
            long path = graph.criticalPath().toNanos();
            assertThat(makespan).isGreaterThanOrEqualTo(Math.max(path, Math.max(cpu / 2, calls / 8)));
            assertThat(makespan).isLessThanOrEqualTo(path + cpu / 2 + calls / 8 + 1);
        }
    }

    private Action<Long> sleeping(String name, long nanos) {
        return builder.asyncAction(name, context -> threads.sleep(nanos))
                .cost(Duration.ofNanos(nanos))
                .demand(Demand.of("cpu", 1));
    }

    private long makespan(int machines) {
        try (Budget budget = Budget.builder().resource("cpu", machines).build()) {
            long begin = threads.now();
            GraphRun run = builder.build().start(GraphOptions.defaults().budget(budget), threads);
            threads.run();
            assertThat(run.result().join().isSuccess()).isTrue();
            return threads.now() - begin;
        }
    }

    /** Hu's and Graham's algorithm as in the textbook: at each end, machines that are free take the longest paths. */
    private static long listScheduling(List<List<Integer>> dependencies, long[] times, int machines) {
        int count = times.length;
        long[] paths = times.clone();
        for (int i = count - 1; i >= 0; i--) {
            for (int dependency : dependencies.get(i)) {
                paths[dependency] = Math.max(paths[dependency], times[dependency] + paths[i]);
            }
        }
        long[] ends = new long[count];
        Arrays.fill(ends, -1);
        long now = 0;
        for (int started = 0; started < count; ) {
            long time = now;
            List<Integer> ready = new ArrayList<>();
            int running = 0;
            for (int i = 0; i < count; i++) {
                if (ends[i] > time) {
                    running++;
                } else if (ends[i] < 0
                        && dependencies.get(i).stream().allMatch(before -> ends[before] >= 0 && ends[before] <= time)) {
                    ready.add(i);
                }
            }
            ready.sort(Comparator.comparingLong((Integer i) -> -paths[i]).thenComparing(i -> i));
            for (int i = 0; i < ready.size() && running < machines; i++, running++, started++) {
                ends[ready.get(i)] = time + times[ready.get(i)];
            }
            now = Arrays.stream(ends).filter(end -> end > time).min().orElse(time);
        }
        return Arrays.stream(ends).max().orElse(0);
    }
}
