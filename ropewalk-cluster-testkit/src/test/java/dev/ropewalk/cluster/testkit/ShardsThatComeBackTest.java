package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node gives a shard up and owns it again, while messages of another node are on their way to it for long: they keep their order. */
class ShardsThatComeBackTest {
    private static final int KEYS = 12;

    /** So that the first of two nodes has two of them, and the first of three has one. */
    private static final int SHARDS = 3;

    /** A cluster in a world. */
    private static final class Shop extends SimulatedNodes {
        private final List<Entities<String, Command>> hosted = new ArrayList<>();
        private final Ledgers ledgers = new Ledgers(false);

        Shop(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder().rebalanceInterval(Duration.ofMillis(100)));
        }

        private Cluster join() {
            Cluster cluster =
                    join(ClusterOptions.defaults("shop", Ledgers.CODECS).shards(SHARDS));
            hosted.add(cluster.host(Ledgers.TYPE, EntityOptions.defaults().passivateIdle(false), ledgers::ledger));
            return cluster;
        }

        void play() {
            Cluster first = join();
            tell(first, "first", 0);
            Cluster other = join();
            simulation.runFor(Duration.ofSeconds(5));
            tell(other, "other", 0);
            simulation.runUntil("all is noted", () -> ledgers.entries() == 2 * KEYS);

            network.hold(other.self(), first.self());
            long begin = received(first, other);
            int before = hosted.getFirst().activeKeys().size();
            tell(other, "other", 1);
            simulation.runFor(Duration.ofMillis(50));
            tell(other, "other", 2);
            Cluster third = join();
            simulation.runUntil(
                    "a shard has left", () -> hosted.getFirst().activeKeys().size() < before);
            simulation.runFor(Duration.ofSeconds(5));
            while (received(first, other) < begin + before) {
                assertThat(network.release(other.self(), first.self())).isTrue();
                simulation.runFor(Duration.ofMillis(10));
            }
            var leaving = simulation.start("leaving", () -> third.close(LONG));
            simulation.runUntil("the third has left", () -> !leaving.isAlive());
            tell(first, "first", 1);
            simulation.runUntil(
                    "the shard is back", () -> hosted.getFirst().activeKeys().size() == before);
            network.letGo(other.self(), first.self());
            simulation.runUntil("all is noted", () -> ledgers.entries() == 5 * KEYS);
            assertThat(ledgers.violations()).isEmpty();
            assertThat(losses).isEmpty();
            close();
        }
    }

    private static void tell(Cluster from, String sender, long number) {
        for (int key = 0; key < KEYS; key++) {
            from.entity(Ledgers.TYPE, "key-" + key).tell(new Entry(sender, number));
        }
    }

    private static long received(Cluster at, Cluster from) {
        LinkStats link = at.stats().links().get(from.self());
        return link == null ? 0 : link.received();
    }

    @Test
    void shouldKeepTheOrderOfMessagesThatComeBeforeAndAfter() {
        var ignored =
                Simulations.check(SimulationOptions.defaults().runs(1), simulation -> new Shop(simulation).play());
    }
}
