package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.choice.Schedule;
import dev.ropewalk.sim.shrink.Outcome;
import dev.ropewalk.sim.shrink.Shrinker;
import dev.ropewalk.sim.shrink.Shrunk;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.strategy.SearchStrategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strategies, records and shrinking with whole worlds, not models. */
class StrategiesOnWorldsTest {
    private static final SimulationOptions OPTIONS = SimulationOptions.defaults();

    /** A body that tells what it has come to. */
    private interface Told {
        void run(Simulation simulation, Consumer<String> outcome);
    }

    @Test
    void shouldVisitAllOrdersOfStepsOfTwoThreads() {
        Told body = (simulation, outcome) -> {
            var order = new StringBuilder();
            for (String name : List.of("a", "b")) {
                simulation.start(name, () -> {
                    for (int i = 0; i < 3; i++) {
                        Simulation.point(order);
                        order.append(name);
                    }
                });
            }
            simulation.run();
            outcome.accept(order.toString());
        };

        assertThat(outcomes(body, "exhaustive", 10_000)).hasSize(20);
        assertThat(outcomes(body, "exhaustive-reduced", 10_000)).hasSize(20);
        assertThat(outcomes(body, "exhaustive:1", 10_000)).hasSize(2 + 4);
        assertThat(outcomes(body, "exhaustive-reduced:1", 10_000)).hasSize(2 + 4);
    }

    @Test
    void shouldVisitAllOutcomesThatRandomRunsMeetInChannels() {
        Told body = (simulation, outcome) -> {
            Channel<String> channel = Channel.buffered(1);
            var received = new StringBuilder();
            for (String name : List.of("a", "b")) {
                simulation.start(name, uninterrupted(() -> {
                    channel.send(name + 1);
                    channel.send(name + 2);
                }));
            }
            simulation.start("receiver", uninterrupted(() -> {
                for (int i = 0; i < 4; i++) {
                    received.append(channel.receive());
                }
            }));
            simulation.run();
            outcome.accept(received.toString());
        };

        assertThat(outcomes(body, "exhaustive:2", 50_000))
                .containsAll(outcomes(body, "portfolio", 1000))
                .hasSize(6);
    }

    @Test
    void shouldVisitAllOutcomesThatRandomRunsMeetInStrands() {
        Told body = (simulation, outcome) -> {
            Strand strand = simulation.scheduler().newStrand();
            var order = new StringBuilder();
            for (String name : List.of("a", "b", "c")) {
                simulation.start(name, () -> strand.execute(() -> order.append(name)));
            }
            simulation.run();
            outcome.accept(order.toString());
        };

        assertThat(outcomes(body, "exhaustive:2", 50_000))
                .containsAll(outcomes(body, "portfolio", 1000))
                .hasSize(6);
    }

    /** A party that may be interrupted, and isn't. */
    private interface Waiting {
        void run() throws InterruptedException;
    }

    private static Runnable uninterrupted(Waiting waiting) {
        return () -> {
            try {
                waiting.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static Set<String> outcomes(Told body, String strategy, int runs) {
        Set<String> outcomes = new HashSet<>();
        var single = new SingleRun(OPTIONS, simulation -> body.run(simulation, outcomes::add));
        Search search = SearchStrategy.of(Strategy.parse(strategy)).search();
        for (int run = 0; run < runs; run++) {
            Attempt attempt = search.next(5, run);
            if (attempt == null) {
                assertThat(search.isDone()).isTrue();
                break;
            }
            RunResult result = single.run(attempt.choices());
            assertThat(result.hasFailed()).as(result.ending().message()).isFalse();
            attempt.end(true);
        }
        return outcomes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct:3", "pos", "uniform", "delays:2", "portfolio"})
    void shouldRepeatARunBySeedAndByDecisions(String strategy) {
        var single = new SingleRun(OPTIONS, StrategiesOnWorldsTest::loseAnUpdate);
        Search search = SearchStrategy.of(Strategy.parse(strategy)).search();
        for (int run = 0; run < 50; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(5, run));
            var recording = new RecordingChoices(attempt.choices());
            RunResult first = single.run(recording);
            attempt.end(true);

            var bySeed = single.run(SearchStrategy.of(attempt.strategy()).repeat(attempt.seed(), attempt.knowledge()));
            var byDecisions =
                    single.run(new RecordedChoices(recording.decisions().schedule()));

            assertThat(bySeed.hash()).isEqualTo(first.hash());
            assertThat(byDecisions.hash()).isEqualTo(first.hash());
        }
    }

    /** The locks of the JDK are no resources, so that reduction would take these steps for independent. */
    @ParameterizedTest
    @ValueSource(strings = {"exhaustive", "exhaustive:1"})
    void shouldFindADeadlockOfLocksThatNoPointNames(String strategy) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        OPTIONS.runs(10_000).strategy(Strategy.parse(strategy)),
                        StrategiesOnWorldsTest::lockInOppositeOrders))
                .withMessageContaining("waits for a ReentrantLock");
    }

    private static void lockInOppositeOrders(Simulation simulation) {
        var left = new ReentrantLock();
        var right = new ReentrantLock();
        simulation.start("a", () -> lockBoth(left, "between a's locks", right));
        simulation.start("b", () -> lockBoth(right, "between b's locks", left));
        simulation.run();
    }

    private static void lockBoth(Lock first, Object between, Lock second) {
        first.lock();
        try {
            Simulation.point(between);
            second.lock();
            try {
                Simulation.point(between);
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    @Test
    void shouldShrinkALostUpdateToOneSwitch() {
        var single = new SingleRun(OPTIONS, StrategiesOnWorldsTest::loseAnUpdate);

        Shrunk shrunk = new Shrinker(
                        choices -> {
                            RunResult result = single.run(choices);
                            return new Outcome(result.hasFailed(), result.steps());
                        },
                        1000,
                        Long.MAX_VALUE / 2,
                        System::nanoTime)
                .shrink(failing(single));

        assertThat(shrunk.reproduced()).isTrue();
        assertThat(shrunk.minimal()).isTrue();
        assertThat(shrunk.after().decisions()).isEqualTo(1);
        assertThat(single.run(new RecordedChoices(shrunk.schedule())).hasFailed())
                .isTrue();
    }

    private static Schedule failing(SingleRun single) {
        Search search = SearchStrategy.of(Strategy.randomWalk()).search();
        for (int run = 0; ; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(9, run));
            var recording = new RecordingChoices(attempt.choices());
            if (single.run(recording).hasFailed()) {
                return recording.decisions().schedule();
            }
            attempt.end(true);
        }
    }

    private static void loseAnUpdate(Simulation simulation) {
        int[] count = new int[1];
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "d"));
        names.forEach(name -> simulation.start(name, () -> {
            for (int i = 0; i < 5; i++) {
                Simulation.point(count);
                int read = count[0];
                Simulation.point(count);
                count[0] = read + 1;
            }
        }));
        simulation.run();
        assertThat(count[0]).isEqualTo(20);
    }
}
