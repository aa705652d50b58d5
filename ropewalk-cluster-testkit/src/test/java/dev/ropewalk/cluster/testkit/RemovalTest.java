package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.cluster.Removal.Cause;
import dev.ropewalk.sim.Simulation;
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

/** What a node is told of its end, in each of many worlds: whether it was closed here, or others have removed it. */
class RemovalTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(20, 200));
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Three nodes. */
    private static final class Three {
        private final Simulation simulation;
        private final SimulatedNetwork network;
        private final List<Cluster> clusters = new ArrayList<>();

        Three(Simulation simulation) {
            this.simulation = simulation;
            network = SimulatedNetwork.builder()
                    .seed(simulation.scheduler().random().nextLong())
                    .build();
            for (int node = 0; node < 3; node++) {
                join();
            }
        }

        private void join() {
            ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                    .scheduler(simulation.scheduler())
                    .build();
            List<NodeAddress> seeds =
                    clusters.stream().map(cluster -> cluster.self().address()).toList();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .shards(4)
                    .seeds(seeds);
            clusters.add(Cluster.join(system, options, network.engine()));
        }

        /** Returns why the last one has ended, when it has. */
        Removal removal() {
            CompletableFuture<Removal> removal = clusters.getLast().removal();
            simulation.runUntil("it has ended", removal::isDone);
            return removal.join();
        }

        void close() {
            for (Cluster cluster : clusters.reversed()) {
                assertThat(cluster.close(LONG).isComplete()).isTrue();
                assertThat(cluster.system().close(LONG).isComplete()).isTrue();
            }
        }
    }

    private static void play(Consumer<Three> body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> {
                    var three = new Three(simulation);
                    body.accept(three);
                    three.close();
                });
    }

    @Test
    void shouldSayThatItWasClosed() {
        play(three -> {
            assertThat(three.clusters.getLast().close(LONG).isComplete()).isTrue();
            assertThat(three.removal().cause()).isEqualTo(Cause.CLOSED);
            Cluster first = three.clusters.getFirst();
            assertThat(first.removal()).isNotDone().isSameAs(first.removal());
            assertThat(first.removal().cancel(true)).isFalse();
        });
    }

    @Test
    void shouldSayThatItWasClosedThoughThereWasNoTime() {
        play(three -> {
            var ignored = three.clusters.getLast().close(Duration.ZERO);
            assertThat(three.removal().cause()).isEqualTo(Cause.CLOSED);
        });
    }

    @Test
    void shouldSayThatItsSystemWasClosed() {
        play(three -> {
            var ignored = three.clusters.getLast().system().close(LONG);
            assertThat(three.removal().cause()).isEqualTo(Cause.CLOSED);
            assertThat(three.removal().isPlanned()).isTrue();
        });
    }

    @Test
    void shouldSayThatOthersHaveRemovedIt() {
        play(three -> {
            three.network.isolate(three.clusters.getLast().self());
            Removal removal = three.removal();
            assertThat(removal.cause()).isEqualTo(Cause.REMOVED);
            assertThat(removal.isPlanned()).isFalse();
            assertThat(removal.reason()).isNotBlank();
            var ignored = three.clusters.getLast().close(LONG);
            assertThat(three.removal()).as("a later close changes nothing").isEqualTo(removal);
            assertThat(three.clusters.getFirst().removal()).isNotDone();
        });
    }

    @Test
    void shouldSayThatItWasClosedIfThatHadBegunBefore() {
        play(three -> {
            Cluster last = three.clusters.getLast();
            three.network.isolate(last.self());
            Thread closing = three.simulation.start("closing", () -> last.close(LONG));
            three.simulation.runUntil("it has begun to leave", () -> !last.isReady());
            assertThat(three.removal().cause()).isEqualTo(Cause.CLOSED);
            three.simulation.runUntil("it is closed", () -> !closing.isAlive());
        });
    }

    @Test
    void shouldSayThatOthersHaveRemovedItThoughItIsClosedAtThatMoment() {
        play(three -> {
            Cluster last = three.clusters.getLast();
            three.network.isolate(last.self());
            three.simulation.runUntil("it is told", () -> !last.isReady());
            var ignored = last.close(LONG);
            assertThat(three.removal().cause()).isEqualTo(Cause.REMOVED);
        });
    }
}
