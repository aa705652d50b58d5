package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.testkit.Counters.Add;
import dev.ropewalk.cluster.testkit.Counters.Count;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Entities that hand their state over, to which nothing or little is sent while nodes join and leave as fast as they can: so shards move on, or come back, before any of their entities has begun, or before the next owner has asked for
 * what they left. In the end each entity has its state.
 */
class MovesWorld implements SimulationBody {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 8;
    private static final int SHARDS = 2;

    /** With it, the states of a shard are more than one part. */
    private static final String PADDING = "x".repeat(45_000);

    private static final int MOVES = 3;
    private static final int MAX_PAUSE_MILLIS = 600;
    private static final Duration REBALANCE = Duration.ofMillis(200);

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final Counters counters;
        private final List<ActorSystem> systems = new ArrayList<>();

        /** Those that stay. */
        private final List<Cluster> clusters = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            counters = new Counters(random.nextBoolean() ? PADDING : "");
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .rebalanceInterval(REBALANCE)
                    .build();
        }

        void run() {
            join();
            for (int key = 0; key < KEYS; key++) {
                clusters.getFirst().entity(Counters.TYPE, "key-" + key).tell(new Add());
            }
            checkCounts();
            List<Thread> leaving = new ArrayList<>();
            for (int move = 0; move < MOVES; move++) {
                join();
                pause();
                Cluster leaver = clusters.remove(random.nextInt(clusters.size()));
                leaving.add(simulation.start("leaving " + move, () -> leaver.close(LONG)));
                pause();
                if (random.nextInt(4) == 0) {
                    checkCounts();
                }
            }
            checkCounts();
            assertThat(counters.violations()).isEmpty();
            simulation.runUntil("all have left", () -> leaving.stream().noneMatch(Thread::isAlive));
            clusters.forEach(cluster -> cluster.close(LONG));
            systems.forEach(system -> system.close(LONG));
        }

        private void pause() {
            simulation.runFor(Duration.ofMillis(random.nextInt(MAX_PAUSE_MILLIS)));
        }

        /** Has all entities begin, and looks at what they have. */
        private void checkCounts() {
            List<CompletableFuture<Long>> counts = IntStream.range(0, KEYS)
                    .mapToObj(key -> clusters.getFirst()
                            .entity(Counters.TYPE, "key-" + key)
                            .ask(Count::new, LONG))
                    .toList();
            simulation.runUntil("all have answered", () -> counts.stream().allMatch(CompletableFuture::isDone));
            assertThat(counts.stream().map(CompletableFuture::join)).containsOnly(1L);
        }

        private void join() {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            ClusterOptions options = ClusterOptions.defaults("shop", Counters.CODECS)
                    .plaintext(true)
                    .shards(SHARDS)
                    .seeds(clusters.stream()
                            .map(cluster -> cluster.self().address())
                            .toList());
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            var ignored = cluster.host(Counters.TYPE, Counters.OPTIONS, counters::counter);
        }
    }
}
