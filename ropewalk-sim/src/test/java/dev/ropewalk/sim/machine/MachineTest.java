package dev.ropewalk.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Placement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class MachineTest {
    private static final CostTable COSTS = CostTable.published();
    private static final int ACTORS = 24;
    private static final int MESSAGES = 200;

    static Stream<Named<Function<Machine, ModelPool>>> pools() {
        return Stream.of(
                Named.of("shared", ModelThreads::shared),
                Named.of("dedicated", ModelThreads::dedicated),
                Named.of("fork-join", ModelForkJoin::pool),
                Named.of("soft", Cluster.soft(ACTORS)),
                Named.of(
                        "pinned", machine -> ModelScheduler.pool(machine, ACTORS, Placement.PINNED, StealRule.usual())),
                Named.of("free", machine -> ModelScheduler.pool(machine, ACTORS, Placement.FREE, StealRule.usual())));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldProcessEveryMessageOnce(Function<Machine, ModelPool> pool) {
        for (int cores : List.of(1, 2, 9)) {
            try (var cluster = new Cluster(cores, ACTORS, COSTS, 1, pool)) {
                cluster.run(MESSAGES);
                cluster.run(MESSAGES);

                assertThat(cluster.processed()).isEqualTo(2L * ACTORS * MESSAGES);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldRepeatItselfToTheNanosecond(Function<Machine, ModelPool> pool) {
        assertThat(times(7, pool)).isEqualTo(times(7, pool));
    }

    private static List<Long> times(long seed, Function<Machine, ModelPool> pool) {
        try (var cluster = new Cluster(5, ACTORS, COSTS, seed, pool)) {
            List<Long> times = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
                times.add(cluster.run(MESSAGES));
            }
            for (Reach reach : Reach.values()) {
                times.add(cluster.machine.memory().count(reach));
            }
            return times;
        }
    }

    @Test
    void shouldDependOnTheSeedWhereChanceDecides() {
        Function<Machine, ModelPool> pool = ModelForkJoin::pool;

        assertThat(Stream.of(1L, 2L, 3L, 4L).map(seed -> times(seed, pool)).distinct())
                .hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void shouldTakeLongerWhereLinesCostMore(Function<Machine, ModelPool> pool) {
        try (var cheap = new Cluster(1, ACTORS, COSTS, 1, pool);
                var dear = new Cluster(1, ACTORS, dearer(COSTS), 1, pool)) {
            assertThat(dear.run(MESSAGES)).isGreaterThan(cheap.run(MESSAGES));
        }
    }

    private static CostTable dearer(CostTable table) {
        return new CostTable(
                "dearer",
                twice(table.alone()),
                twice(table.among()),
                table.access(),
                table.atomic(),
                table.clock(),
                table.spin(),
                table.unpark(),
                table.wakeUp(),
                table.strandTask(),
                table.poolTask(),
                table.forkJoinTask());
    }

    private static Map<Reach, Double> twice(Map<Reach, Double> costs) {
        var twice = new EnumMap<Reach, Double>(costs);
        twice.replaceAll((reach, nanos) -> 2 * nanos);
        return twice;
    }

    @Test
    void shouldStayAtHomeWhereAllHaveEnoughToDo() {
        int cores = 4;
        int actors = 4 * cores;
        try (var cluster = new Cluster(cores, actors, COSTS, 1, Cluster.soft(actors))) {
            cluster.run(20 * MESSAGES);
            long steals = cluster.pool.steals();
            long farBefore = cluster.machine.memory().count(Reach.PEER);

            cluster.run(20 * MESSAGES);

            assertThat(cluster.pool.homeHits()).isPositive();
            assertThat(cluster.pool.steals() - steals).as("stolen").isLessThan(actors);
            assertThat(cluster.machine.memory().count(Reach.PEER) - farBefore)
                    .as("lines that came from another core, of %d messages", cluster.processed() / 2)
                    .isLessThan(cluster.processed() / 100);
        }
    }

    @Test
    void shouldSpreadTheStrandsOfAHotWorkerByStealing() {
        int actors = 4;
        try (var cluster = new Cluster(4, actors, COSTS, 1, Cluster.soft(actors))) {
            cluster.actors.forEach(actor -> actor.work(20_000));

            long nanos = cluster.run(MESSAGES);

            assertThat(cluster.coresUsed()).as("all four had one home").isEqualTo(4);
            assertThat(cluster.pool.steals()).isGreaterThanOrEqualTo(3);
            assertThat(nanos).isLessThan(2L * MESSAGES * 20_000);
        }
    }

    /** Whatever the monitor does when the task comes: it looks seldom after a while in which it has found nothing. */
    @Test
    void shouldSoonStartWhatALongTaskForksBesideASleepingWorker() {
        for (int before = 100_000; before <= 12_000_000; before += 100_000) {
            long nanos = nanosUntilForkBegins(before);

            assertThat(nanos).as("forked after %d ns", before).isPositive().isLessThan(500_000);
        }
    }

    private static long nanosUntilForkBegins(int before) {
        var machine = new Machine(MachineShape.epyc(2), COSTS, 1);
        ModelPool pool = ModelScheduler.pool(machine, 2, Placement.FREE, StealRule.usual());
        long[] times = new long[2];
        pool.executorOf(0).execute(() -> {
            machine.endBurst(before);
            times[0] = machine.nanos();
            pool.executorOf(1).execute(() -> times[1] = machine.nanos());
            machine.endBurst(20_000_000);
        });
        machine.await(50_000_000);
        pool.close();
        return times[1] - times[0];
    }

    @Test
    void shouldTryAnotherRuleOfStealing() {
        int actors = 4;
        StealRule never = (thief, victim, usual) -> false;
        try (var cluster = new Cluster(4, actors, COSTS, 1, Cluster.soft(actors, never))) {
            cluster.actors.forEach(actor -> actor.work(20_000));

            long nanos = cluster.run(MESSAGES);

            assertThat(cluster.pool.steals()).isZero();
            assertThat(nanos).isGreaterThanOrEqualTo(4L * MESSAGES * 20_000);
        }
    }

    @Test
    void shouldSayWhatATaskHasFailedWith() {
        var machine = new Machine(MachineShape.epyc(2), COSTS, 1);
        ModelPool pool = ModelScheduler.pool(machine, 1, Placement.SOFT, StealRule.usual());
        pool.executorOf(0).execute(() -> {
            throw new IllegalStateException("the task's own");
        });

        assertThatThrownBy(() -> machine.await(1_000_000_000))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("the task's own");
        pool.close();
    }

    @Test
    void shouldReturnFromAWaitWhenNothingHappens() {
        var machine = new Machine(MachineShape.epyc(2), COSTS, 1);
        ModelPool pool = ModelThreads.shared(machine);

        machine.await(1_000_000);

        assertThat(machine.nanos()).isEqualTo(1_000_000);
        pool.close();
    }
}
