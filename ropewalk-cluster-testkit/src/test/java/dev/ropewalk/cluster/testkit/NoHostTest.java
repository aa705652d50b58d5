package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Entities that no node hosts, though nodes have their role. */
class NoHostTest {
    private static final EntityOptions<Object> BOOKS = EntityOptions.defaults().role("books");
    private static final int RUNS = 20;

    /** A cluster in a world. */
    private static final class Shop {
        private final Simulation simulation;
        private final SimulatedNetwork network;
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<MessageLoss> losses = new ArrayList<>();
        private final Ledgers ledgers = new Ledgers(false);

        Shop(Simulation simulation, SimulatedNetwork network) {
            this.simulation = simulation;
            this.network = network;
        }

        Cluster join(Set<String> roles) {
            ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .shards(3)
                    .roles(roles)
                    .seeds(clusters.stream()
                            .limit(1)
                            .map(first -> first.self().address())
                            .toList())
                    .onLoss(losses::add);
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            return cluster;
        }

        void host(Cluster cluster) {
            var ignored = cluster.host(Ledgers.TYPE, BOOKS, ledgers::ledger);
        }

        void tell(Cluster from) {
            from.entity(Ledgers.TYPE, "key").tell(new Ledgers.Entry("sender", 0));
        }

        /** Closes a node that has a minute, and returns how long that takes. */
        Duration close(Cluster cluster) {
            clusters.remove(cluster);
            long begin = simulation.scheduler().nanoTime();
            var ignored = cluster.close(Duration.ofMinutes(1));
            long end = simulation.scheduler().nanoTime();
            assertThat(cluster.system().close(Duration.ZERO)).isNotNull();
            return Duration.ofNanos(end - begin);
        }

        void closeAll() {
            List.copyOf(clusters).reversed().forEach(this::close);
        }
    }

    private static void play(double lossRate, Consumer<Shop> body) {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(RUNS), simulation -> {
            long seed = simulation.scheduler().random().nextLong();
            var shop = new Shop(
                    simulation,
                    SimulatedNetwork.builder().seed(seed).lossRate(lossRate).build());
            body.accept(shop);
            shop.closeAll();
        });
    }

    @Test
    void shouldNotHoldUpANodeThatLeaves() {
        play(0, shop -> {
            shop.join(Set.of("books"));
            Cluster sender = shop.join(Set.of());
            shop.host(sender);
            shop.tell(sender);
            assertThat(shop.close(sender)).isLessThan(Duration.ofSeconds(10));
            assertThat(shop.losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.CLOSED);
        });
    }

    @Test
    void shouldLoseNothingWhileHostsArentKnown() {
        play(0.2, shop -> {
            Cluster host = shop.join(Set.of("books"));
            shop.host(host);
            Cluster sender = shop.join(Set.of());
            shop.host(sender);
            shop.tell(sender);
            var ignored = shop.close(sender);
            assertThat(shop.losses)
                    .as("the network may lose it, but it was sent")
                    .extracting(MessageLoss::reason)
                    .doesNotContain(MessageLoss.Reason.CLOSED, MessageLoss.Reason.NO_PLACE);
        });
    }

    @Test
    void shouldSayThatNobodyHostsThem() {
        try (var log = new CapturedLog("dev.ropewalk.cluster")) {
            play(0, shop -> {
                Cluster idle = shop.join(Set.of("books"));
                Cluster sender = shop.join(Set.of());
                shop.host(sender);
                shop.tell(sender);
                shop.simulation.runFor(Duration.ofSeconds(5));
                assertThat(log.messages(
                                "no node is up that has the role 'books' for entities of 'ledger' and hosts them, but ["
                                        + idle.self() + "] have the role"))
                        .isNotEmpty();
                shop.host(idle);
                shop.simulation.runUntil("it is noted", () -> shop.ledgers.entries() == 1);
                assertThat(shop.losses).isEmpty();
            });
        }
    }
}
