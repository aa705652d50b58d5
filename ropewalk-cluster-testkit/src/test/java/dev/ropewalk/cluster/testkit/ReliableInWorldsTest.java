package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.testkit.Receipts.Deed;
import dev.ropewalk.cluster.testkit.Receipts.Order;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Delivery at least once over a network that loses frames and is cut, to entities that fail and end, on nodes that join, leave and are killed, in each of many worlds. */
class ReliableInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(20, 200));
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 4;

    /** A cluster in a world, with a sender to each key on its first two nodes. */
    private static final class Play {
        private final Simulation simulation;
        private final SimulatedNetwork network;
        private final Random random;
        private final Receipts receipts = new Receipts();
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<ActorSystem> systems = new ArrayList<>();
        private final List<MessageLoss> losses = new ArrayList<>();
        private final List<ReliableRef<String, Order>> senders = new ArrayList<>();
        private final long[] told = new long[2];

        Play(Simulation simulation, SimulatedNetwork network, long seed) {
            this.simulation = simulation;
            this.network = network;
            this.random = new Random(seed);
        }

        Cluster join() {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            ClusterOptions options = ClusterOptions.defaults("shop", Receipts.CODECS)
                    .plaintext(true)
                    .shards(4)
                    .onLoss(losses::add);
            if (!clusters.isEmpty()) {
                options = options.seeds(List.of(clusters.getFirst().self().address()));
            }
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            cluster.host(Receipts.TYPE, EntityOptions.defaults().passivateIdle(false), receipts::shop);
            return cluster;
        }

        void open() {
            ReliableOptions options = ReliableOptions.defaults().windowMessages(1 + random.nextInt(20));
            for (int node = 0; node < 2; node++) {
                for (int key = 0; key < KEYS; key++) {
                    senders.add(clusters.get(node)
                            .entity(Receipts.TYPE, "key-" + key)
                            .reliable(options));
                }
            }
        }

        /** Has a node tell each key some orders more. */
        void tell(int node, int orders) {
            for (int i = 0; i < orders; i++) {
                for (int key = 0; key < KEYS; key++) {
                    Deed deed = Receipts.deed(random.nextInt(20));
                    senders.get(node * KEYS + key).tell(new Order("node-" + node, told[node], deed));
                }
                told[node]++;
            }
        }

        /** Both nodes tell for a while, and others go on meanwhile. */
        void tellForAWhile() {
            for (int i = 0; i < 10; i++) {
                tell(0, 2);
                tell(1, 2);
                simulation.runFor(Duration.ofMillis(random.nextInt(300)));
            }
        }

        void awaitAll() {
            simulation.runUntil(
                    "all is handled",
                    () -> senders.stream().allMatch(sender -> sender.stats().waiting() == 0));
            assertThat(receipts.violations()).isEmpty();
            assertThat(receipts.handled()).isEqualTo((told[0] + told[1]) * KEYS);
            assertThat(losses).isEmpty();
        }

        void close() {
            senders.forEach(ReliableRef::close);
            for (Cluster cluster : clusters.reversed()) {
                var ignored = cluster.close(LONG);
            }
            for (ActorSystem system : systems) {
                var ignored = system.close(LONG);
            }
        }
    }

    private static void play(UnaryOperator<SimulatedNetworkBuilder> settings, Consumer<Play> body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> {
                    long seed = simulation.scheduler().random().nextLong();
                    SimulatedNetwork network = settings.apply(
                                    SimulatedNetwork.builder().seed(seed))
                            .build();
                    body.accept(new Play(simulation, network, seed));
                });
    }

    @Test
    void shouldDeliverOnceOverANetworkThatLosesFrames() {
        play(network -> network.lossRate(0.2), play -> {
            play.join();
            play.join();
            play.join();
            play.open();
            play.tellForAWhile();
            play.awaitAll();
            play.close();
        });
    }

    @Test
    void shouldDeliverOnceWhileShardsMove() {
        play(network -> network.lossRate(0.05), play -> {
            play.join();
            play.join();
            play.open();
            play.tell(0, 3);
            play.tell(1, 3);
            Cluster third = play.join();
            play.tellForAWhile();
            play.simulation.start("leaving", () -> third.close(LONG));
            play.tellForAWhile();
            play.awaitAll();
            play.close();
        });
    }

    @Test
    void shouldDeliverAllThoughANodeIsKilled() {
        play(network -> network.lossRate(0.05), play -> {
            play.join();
            play.join();
            Cluster third = play.join();
            play.open();
            play.tellForAWhile();
            play.receipts.mayRepeat();
            play.network.kill(third.self());
            play.tellForAWhile();
            play.awaitAll();
            play.close();
        });
    }

    @Test
    void shouldDeliverAllThoughTheNetworkIsCut() {
        play(network -> network, play -> {
            play.join();
            play.join();
            Cluster third = play.join();
            play.open();
            play.tellForAWhile();
            play.receipts.mayRepeat();
            play.network.isolate(third.self());
            play.tellForAWhile();
            play.awaitAll();
            play.network.heal();
            play.tellForAWhile();
            play.awaitAll();
            play.close();
        });
    }
}
