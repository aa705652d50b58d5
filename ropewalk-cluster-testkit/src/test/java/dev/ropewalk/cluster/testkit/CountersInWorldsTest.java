package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.testkit.Counters.Add;
import dev.ropewalk.cluster.testkit.Counters.Count;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Entities that hand their state over while nodes join, leave and are killed, in many worlds. */
class CountersInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(10, 100));
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 6;
    private static final int SHARDS = 4;
    private static final double LOSS_RATE = 0.1;

    private static final class Play {
        private final Simulation simulation;
        private final SimulatedNetwork network;
        private final EntityOptions<Object> options;
        private final Counters counters = new Counters("x".repeat(1000));
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<ActorSystem> systems = new ArrayList<>();
        private long told;

        Play(Simulation simulation, EntityOptions<Object> options, double lossRate) {
            this.simulation = simulation;
            this.options = options;
            this.network = SimulatedNetwork.builder()
                    .seed(simulation.scheduler().random().nextLong())
                    .lossRate(lossRate)
                    .build();
        }

        Cluster join() {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            ClusterOptions joining = ClusterOptions.defaults("shop", Counters.CODECS)
                    .plaintext(true)
                    .shards(SHARDS);
            if (!clusters.isEmpty()) {
                joining = joining.seeds(List.of(clusters.getFirst().self().address()));
            }
            Cluster cluster = Cluster.join(system, joining, network.engine());
            clusters.add(cluster);
            cluster.host(Counters.TYPE, options, counters::counter);
            return cluster;
        }

        void tellAll() {
            for (int key = 0; key < KEYS; key++) {
                clusters.getFirst().entity(Counters.TYPE, "key-" + key).tell(new Add());
            }
            told++;
        }

        List<Long> counts() {
            List<Long> counts = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                counts.add(count("key-" + key));
            }
            return counts;
        }

        /** Asks again if the question or its answer is lost. */
        private long count(String key) {
            CompletableFuture<Long> count;
            do {
                count = clusters.getFirst().entity(Counters.TYPE, key).ask(Count::new, LONG);
                CompletableFuture<Long> asked = count;
                simulation.runUntil("it is answered or lost", asked::isDone);
            } while (count.isCompletedExceptionally());
            return count.join();
        }

        void close() {
            for (Cluster cluster : clusters.reversed()) {
                var ignored = cluster.close(LONG);
            }
            for (ActorSystem system : systems) {
                var ignored = system.close(LONG);
            }
        }
    }

    private static void play(EntityOptions<Object> options, double lossRate, Consumer<Play> body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> {
                    var play = new Play(simulation, options, lossRate);
                    body.accept(play);
                    play.close();
                });
    }

    /** A node joins, and the two that were there before the third one leave one after the other. */
    private static void moveAll(Play play) {
        play.join();
        Cluster second = play.join();
        play.tellAll();
        Cluster third = play.join();
        for (int i = 0; i < 100; i++) {
            play.tellAll();
            play.simulation.runFor(Duration.ofMillis(20));
        }
        play.simulation.start("leaving", () -> second.close(LONG));
        for (int i = 0; i < 100; i++) {
            play.tellAll();
            play.simulation.runFor(Duration.ofMillis(20));
        }
        third.close(LONG);
        assertThat(play.counts()).allMatch(count -> count == play.told);
        assertThat(play.counters.begun()).isGreaterThan(KEYS);
        assertThat(play.counters.violations()).isEmpty();
    }

    @Test
    void shouldCountOnWhenShardsMove() {
        play(Counters.OPTIONS, 0, CountersInWorldsTest::moveAll);
    }

    @Test
    void shouldCatchEntitiesThatHandNothingOver() {
        EntityOptions<Object> without = EntityOptions.defaults().passivateIdle(false);

        assertThatThrownBy(() -> play(without, 0, CountersInWorldsTest::moveAll))
                .isInstanceOf(SimulationFailure.class);
    }

    @Test
    void shouldHandOverThoughFramesAreLost() {
        play(Counters.OPTIONS, LOSS_RATE, play -> {
            play.join();
            Cluster second = play.join();
            play.tellAll();
            play.simulation.runFor(LONG);
            List<Long> before = play.counts();
            second.close(LONG);
            assertThat(play.counts()).isEqualTo(before);
            assertThat(play.counters.violations()).isEmpty();
        });
    }

    @Test
    void shouldBeginAnewWhenANodeIsKilled() {
        play(Counters.OPTIONS, 0, play -> {
            play.join();
            play.join();
            Cluster killed = play.join();
            play.tellAll();
            play.simulation.runFor(Duration.ofSeconds(2));
            play.network.kill(killed.self());
            play.simulation.runFor(LONG);
            assertThat(play.counts()).allMatch(count -> count == 0 || count == 1);
        });
    }
}
