package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ropewalk.sim.catalogue.Catalogue;
import dev.ropewalk.sim.catalogue.PlantedBug;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of a campaign side by side. */
class ParallelCampaignTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("side by side");

    private static final List<String> SEVEN = List.of("one", "two", "three", "four", "five", "six", "seven");

    /** What campaigns of one run at a time have found. */
    private static final Map<String, SimulationFailure> ALONE = new ConcurrentHashMap<>();

    /** The parts of a report that don't depend on real time. */
    private static String told(CampaignReport report) {
        return report.runs() + " " + report.steps() + " " + report.schedules() + " " + report.coverage() + " "
                + report.missing() + " " + report.strategies() + " " + report.end();
    }

    /** Loses an update in some schedules, and comes to named places. */
    private static void loseAnUpdate(Simulation simulation) {
        int[] count = new int[1];
        for (int i = 0; i < 3; i++) {
            simulation.start("adder", () -> {
                Simulation.point(count);
                int read = count[0];
                Simulation.point(count);
                count[0] = read + 1;
            });
        }
        simulation.run();
        simulation.sometimes("kept", count[0] == 3);
        simulation.sometimes("lost one", count[0] == 2);
        simulation.sometimes("lost two", count[0] == 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "portfolio+fair:1000",
                "random",
                "pct:3",
                "uniform",
                "pos",
                "delays:2",
                "round-robin",
                "exhaustive",
                "exhaustive:2"
            })
    void shouldTellTheSameWhateverTheNumberOfThreads(String strategy) {
        SimulationOptions options = OPTIONS.strategy(Strategy.parse(strategy)).runs(500);

        CampaignReport alone = reportOf(options, ParallelCampaignTest::loseAnUpdate);
        for (int threads : new int[] {2, 3, 8}) {
            CampaignReport together = reportOf(options.parallelism(threads), ParallelCampaignTest::loseAnUpdate);

            assertThat(told(together)).isEqualTo(told(alone));
            assertThat(together.parallelism()).isEqualTo(strategy.startsWith("exhaustive") ? 1 : threads);
        }
    }

    private static CampaignReport reportOf(SimulationOptions options, SimulationBody body) {
        try {
            return Simulations.check(options, body);
        } catch (SimulationFailure failure) {
            return failure.report().orElseThrow();
        }
    }

    /** A run that passes may take a step more where it waits for a monitor within the JDK that another world holds. */
    @ParameterizedTest
    @CsvSource({"2, true", "8, true", "2, false", "4, false"})
    void shouldTellTheSameFailure(int threads, boolean virtual) {
        SimulationOptions options =
                OPTIONS.runs(2_000).strategy(Strategy.randomWalk()).virtualThreads(virtual);
        for (PlantedBug bug : Catalogue.all().subList(0, virtual ? Sample.of(8, 20) : 4)) {
            SimulationFailure alone = ALONE.computeIfAbsent(bug.name() + virtual, _ -> failureOf(options, bug.buggy()));
            SimulationFailure together = failureOf(options.parallelism(threads), bug.buggy());

            assertThat(together.replay()).as(bug.name()).isEqualTo(alone.replay());
            assertThat(runsOf(together)).as(bug.name()).isEqualTo(runsOf(alone));
        }
    }

    private static long runsOf(SimulationFailure failure) {
        return failure.report().orElseThrow().runs();
    }

    private static SimulationFailure failureOf(SimulationOptions options, SimulationBody body) {
        return catchThrowableOfType(SimulationFailure.class, () -> Simulations.check(options, body));
    }

    /** Where runs of several threads meet in real time. One that meets no other soon goes on, and later ones try again. */
    private static final class Meeting {
        private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

        private final int guests;
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();

        Meeting(int guests) {
            this.guests = guests;
        }

        /** Returns true once: to one of those that have met. */
        boolean attend() {
            inside.incrementAndGet();
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (inside.get() < guests && !over.get() && System.nanoTime() - deadline < 0) {
                Thread.onSpinWait();
            }
            boolean first = inside.get() >= guests && over.compareAndSet(false, true);
            inside.decrementAndGet();
            return first;
        }

        boolean isOver() {
            return over.get();
        }
    }

    @ParameterizedTest
    @CsvSource({"2, true", "5, true", "3, false"})
    void shouldMakeSoManyRunsAtOnce(int threads, boolean virtual) {
        var meeting = new Meeting(threads);
        SimulationOptions options = OPTIONS.runs(10_000).parallelism(threads).virtualThreads(virtual);

        SimulationFailure failure = failureOf(options, _ -> {
            meeting.attend();
            if (meeting.isOver()) {
                throw new IllegalStateException("so many have met");
            }
        });

        assertThat(failure).hasMessageContaining("so many have met");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRepeatAloneWhatFailsBesideOthers(boolean virtual) {
        SimulationOptions options = OPTIONS.runs(2_000).virtualThreads(virtual);
        CampaignReport alone = Simulations.check(options, simulation -> {});
        var meeting = new Meeting(2);

        CampaignReport report = Simulations.check(options.parallelism(2), _ -> {
            if (meeting.attend()) {
                throw new AssertionError("beside another run");
            }
        });

        assertThat(meeting.isOver()).isTrue();
        assertThat(report.disturbed()).isOne();
        assertThat(report.text())
                .contains("disturbed: 1 run ", "they share something, such as a static field or a lock");
        assertThat(told(report)).isEqualTo(told(alone));
    }

    /** Each schedule fails when it is seen first: beside others, and not when it is repeated alone. */
    @ParameterizedTest
    @CsvSource({"false, 8", "true, 2", "true, 8"})
    void shouldComeToTheSameEndHoweverManyRunsFailBesideOthers(boolean fails, int threads) {
        SimulationOptions options = OPTIONS.runs(400).strategy(Strategy.randomWalk());
        Set<List<String>> seen = ConcurrentHashMap.newKeySet();
        CampaignReport alone = reportOf(options, simulation -> order(simulation, fails));

        CampaignReport together = reportOf(options.parallelism(threads), simulation -> {
            if (seen.add(order(simulation, fails))) {
                throw new IllegalStateException("this order is new");
            }
        });

        assertThat(alone.end()).isEqualTo(fails ? CampaignEnd.FAILED : CampaignEnd.RUNS_DONE);
        assertThat(told(together)).isEqualTo(told(alone));
        assertThat(together.disturbed()).isPositive();
    }

    /** Returns the order in which threads come to a place. Rare orders are failures if that is asked for. */
    private static List<String> order(Simulation simulation, boolean fails) {
        List<String> order = order(simulation, SEVEN.subList(0, 5));
        boolean isRare = order.getFirst().equals("three") && order.getLast().equals("one");
        simulation.always("no rare order", !fails || !isRare);
        return order;
    }

    private static List<String> order(Simulation simulation, List<String> names) {
        List<String> order = new ArrayList<>();
        for (String name : names) {
            simulation.start(name, () -> {
                Simulation.point(order);
                order.add(name);
            });
        }
        simulation.run();
        return order;
    }

    /** A schedule that only one run has tells which run it is, however soon its thread runs. */
    @Test
    void shouldTellARunThatHoldsItsWorldUpBesideOthers() {
        SimulationOptions options = OPTIONS.runs(300).strategy(Strategy.randomWalk());
        List<List<String>> orders = new ArrayList<>();
        Simulations.check(options, simulation -> orders.add(order(simulation, SEVEN)));
        while (orders.get(0).equals(orders.get(1))) {
            orders.removeFirst(); // the first run is repeated
        }
        List<String> only = orders.subList(40, orders.size()).stream()
                .filter(each -> Collections.frequency(orders, each) == 1)
                .findFirst()
                .orElseThrow();
        int before = orders.indexOf(only);
        var released = new CountDownLatch(1);

        var failure = catchThrowableOfType(
                SimulationFailure.class,
                () -> Simulations.check(options.parallelism(3).stuckAfter(Duration.ofMillis(500)), simulation -> {
                    if (order(simulation, SEVEN).equals(only)) {
                        while (released.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                }));
        released.countDown();

        CampaignReport report = failure.report().orElseThrow();
        assertThat(failure)
                .hasMessageStartingWith("side by side is stuck in run " + (before + 1) + " (campaign seed 1")
                .hasMessageContaining("has taken no step for 500 ms");
        assertThat(report.end()).isEqualTo(CampaignEnd.FAILED);
        assertThat(report.runs()).isEqualTo(before);
    }

    private static void loseNothing(Simulation simulation) {
        simulation.start("one", () -> Simulation.point(simulation));
        simulation.run();
    }

    @Test
    void shouldThrowWhatTheSmallestRunHasThrown() {
        var calls = new AtomicInteger();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Simulations.check(OPTIONS.runs(1_000).parallelism(4), simulation -> {
                    if (calls.incrementAndGet() <= 30) {
                        simulation.sometimes("name", true);
                    } else {
                        simulation.reachable("name");
                    }
                }))
                .withMessage("\"name\" can't be reachable, since it is sometimes elsewhere; each name has one kind");
    }

    @Test
    void shouldMakeRunsOfABodyThatSharesStateOneByOne() {
        var inside = new AtomicInteger();
        var sharing = new SimulationBody() {
            @Override
            public void run(Simulation simulation) {
                assertThat(inside.incrementAndGet()).isOne();
                loseNothing(simulation);
                inside.decrementAndGet();
            }

            @Override
            public boolean sharesState() {
                return true;
            }
        };

        CampaignReport report = Simulations.check(OPTIONS.parallelism(8), sharing);

        assertThat(report.parallelism()).isOne();
        assertThat(report.disturbed()).isZero();
    }

    @Test
    void shouldNeedNoMoreThreadsThanRuns() {
        assertThat(Simulations.check(OPTIONS.runs(3).parallelism(256), ParallelCampaignTest::loseNothing)
                        .parallelism())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 257, Integer.MAX_VALUE})
    void shouldRefuseSoManyThreads(int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.parallelism(threads))
                .withMessage("parallelism must be from 1 to 256, but is " + threads);
    }

    @Test
    void shouldEndWhenTheTimeIsUp() {
        CampaignReport report = Simulations.check(
                OPTIONS.runs(Long.MAX_VALUE).parallelism(4).atMost(Duration.ofMillis(300)), Simulation::run);

        assertThat(report.end()).isEqualTo(CampaignEnd.TIME_UP);
        assertThat(report.runs()).isPositive();
        assertThat(report.time()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(report.strategies().stream()
                        .mapToLong(StrategyCoverage::runs)
                        .sum())
                .isEqualTo(report.runs());
    }
}
