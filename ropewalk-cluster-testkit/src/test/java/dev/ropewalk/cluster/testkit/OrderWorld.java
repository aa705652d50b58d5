package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Senders of one node tell an entity of another one more than there is room for in the link's window and in the mailbox where messages leave the node: so they wait for room there, and go on as it drains. Now and then one
 * pauses, and may find nothing that waits. All messages come, those of a sender in their order.
 */
class OrderWorld implements SimulationBody {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int SENDERS = 2;
    private static final int ENTRIES = 700;
    private static final int MAX_PAUSE_NANOS = 4_000_000;
    private static final LinkOptions WINDOW = LinkOptions.defaults().windowMessages(16);

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final Ledgers ledgers = new Ledgers(false);
        private final List<Cluster> clusters = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder().seed(random.nextLong()).build();
        }

        void run() {
            Cluster owner = join();
            owner.entity(Ledgers.TYPE, "key").tell(new Entry("owner", 0));
            simulation.runUntil("it is there", () -> ledgers.entries() == 1);
            EntityRef<String, Command> entity = join().entity(Ledgers.TYPE, "key");
            for (int i = 0; i < SENDERS; i++) {
                String sender = "sender-" + i;
                Thread ignored = simulation.start(sender, () -> send(entity, sender));
            }
            simulation.runUntil("all is noted", () -> ledgers.entries() == SENDERS * ENTRIES + 1);
            assertThat(ledgers.violations()).isEmpty();
            for (Cluster cluster : clusters.reversed()) {
                var ignored = cluster.close(LONG);
            }
            for (Cluster cluster : clusters) {
                var ignored = cluster.system().close(LONG);
            }
        }

        private void send(EntityRef<String, Command> entity, String sender) {
            for (int i = 0; i < ENTRIES; i++) {
                entity.tell(new Entry(sender, i));
                if (random.nextInt(64) == 0) {
                    simulation.scheduler().parkNanos(this, random.nextInt(MAX_PAUSE_NANOS));
                }
            }
        }

        private Cluster join() {
            ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .shards(1)
                    .link(WINDOW)
                    .seeds(clusters.stream()
                            .map(cluster -> cluster.self().address())
                            .toList());
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            var ignored = cluster.host(Ledgers.TYPE, EntityOptions.defaults().passivateIdle(false), ledgers::ledger);
            return cluster;
        }
    }
}
