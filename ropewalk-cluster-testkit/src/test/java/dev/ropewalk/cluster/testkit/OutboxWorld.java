package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.outbox.Hosted;
import dev.ropewalk.cluster.outbox.Outboxes;
import dev.ropewalk.cluster.testkit.Receipts.Deed;
import dev.ropewalk.cluster.testkit.Receipts.Order;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A node with an outbox that is closed or killed again and again, sometimes with its machine, and begins each time under another address; two other nodes live on. Each order that was accepted is handled, in its order, and no entity handles one twice. When the machine stops, the last
 * orders may be lost, and those before may come to the same entities once more, in their order; what is told later isn't lost.
 */
class OutboxWorld implements SimulationBody {
    private static final int KEYS = 3;
    private static final int LIVES = 5;
    private static final Duration LONG = Duration.ofSeconds(30);

    /** How many records are lost with a process, which is a flaw unless it is 0. */
    private final int lazy;

    OutboxWorld() {
        this(0);
    }

    OutboxWorld(int lazy) {
        this.lazy = lazy;
    }

    @Override
    public void run(Simulation simulation) {
        new Play(simulation, lazy).run();
    }

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final Receipts receipts = new Receipts();
        private final List<ActorSystem> systems = new ArrayList<>();
        private final List<Cluster> clusters = new ArrayList<>();
        private MemoryStorage storage;

        /** As whom the orders are told, and how many to each key. */
        private int era;

        private long told;

        Play(Simulation simulation, int lazy) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0 : 0.1)
                    .build();
            storage = new MemoryStorage(lazy);
        }

        void run() {
            receipts.mayRepeat(); // by another entity of a key
            Cluster first = join();
            Cluster second = join();
            for (int life = 1; life < LIVES; life++) {
                live();
            }
            Cluster last = join();
            Outbox outbox = open(last);
            tell(last, outbox);
            simulation.runUntil("all is handled", () -> outbox.stats().waiting() == 0);
            assertThat(receipts.violations()).isEmpty();
            for (int key = 0; key < KEYS; key++) {
                assertThat(receipts.next(name() + " to key-" + key))
                        .as("orders of " + name() + " to " + key)
                        .isEqualTo(told);
            }
            assertThat(storage.length()).as("records that are left").isLessThan(1000);
            outbox.close();
            for (Cluster cluster : List.of(last, second, first)) {
                var ignored = cluster.close(LONG);
            }
            for (ActorSystem system : systems) {
                var ignored = system.close(LONG);
            }
        }

        private Cluster join() {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            ClusterOptions options = ClusterOptions.defaults("shop", Receipts.CODECS)
                    .plaintext(true)
                    .shards(4);
            if (!clusters.isEmpty()) {
                options = options.seeds(List.of(clusters.getFirst().self().address()));
            }
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            cluster.host(Receipts.TYPE, EntityOptions.defaults().passivateIdle(false), receipts::shop);
            return cluster;
        }

        private Outbox open(Cluster cluster) {
            OutboxOptions options = OutboxOptions.defaults(Path.of("nowhere"))
                    .sender(ReliableOptions.defaults().windowMessages(1 + random.nextInt(8)));
            return new Outboxes(cluster)
                    .open(
                            new Hosted(
                                    "shop",
                                    Receipts.CODECS,
                                    name -> name.equals(Receipts.TYPE.name()) ? Receipts.TYPE : null),
                            options,
                            storage);
        }

        private String name() {
            return "era-" + era;
        }

        private void live() {
            Cluster cluster = join();
            Outbox outbox = open(cluster);
            for (int i = random.nextInt(4); i > 0; i--) {
                tell(cluster, outbox);
                simulation.runFor(Duration.ofMillis(random.nextInt(500)));
            }
            switch (random.nextInt(4)) {
                case 0 -> {
                    outbox.close();
                    storage = storage.kill();
                    var ignored = cluster.close(LONG);
                }
                case 1 -> {
                    storage = storage.stop(random.nextInt(20));
                    end(cluster);
                    receipts.machineStopped(name());
                    era++;
                    told = 0;
                }
                default -> {
                    storage = storage.kill();
                    end(cluster);
                }
            }
        }

        private void end(Cluster cluster) {
            network.kill(cluster.self());
            var ignored = cluster.system().close(Duration.ZERO);
        }

        private void tell(Cluster cluster, Outbox outbox) {
            int orders = 1 + random.nextInt(10);
            for (int key = 0; key < KEYS; key++) {
                try (ReliableRef<String, Order> ref = outbox.to(cluster.entity(Receipts.TYPE, "key-" + key))) {
                    for (int i = 0; i < orders; i++) {
                        Deed deed = Receipts.deed(random.nextInt(20));
                        ref.tell(new Order(name(), told + i, deed));
                    }
                }
            }
            told += orders;
        }
    }
}
