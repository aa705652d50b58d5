package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.testkit.Speakers.Act;
import dev.ropewalk.cluster.testkit.Speakers.Found;
import dev.ropewalk.cluster.testkit.Speakers.Get;
import dev.ropewalk.cluster.testkit.Speakers.Hearing;
import dev.ropewalk.cluster.testkit.Speakers.Notes;
import dev.ropewalk.cluster.testkit.Speakers.Put;
import dev.ropewalk.cluster.testkit.Speakers.Quit;
import dev.ropewalk.cluster.testkit.Speakers.Speak;
import dev.ropewalk.cluster.testkit.Speakers.Unwatch;
import dev.ropewalk.cluster.testkit.Speakers.Watch;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Three nodes each of which has a speaker, and listeners for the speakers of the others. They watch, speak and stop in any order, over a network that may lose frames, and one of the nodes may leave, be killed
 * or be cut off. At rest each watch that wasn't ended has been told once, and no line comes after the end of who has told it.
 */
class WatchWorld implements SimulationBody {
    private static final int NODES = 3;
    private static final int STEPS = 16;

    /** Some speeches have more lines, so that some wait in outlets when their speaker stops. */
    private static final LinkOptions WINDOW = new LinkOptions(16, 64 << 10);

    private static final int MAX_LINES = 24;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    /** The listeners, with what they note, and the speaker as their node sees it. */
    private record Pair(int home, ActorRef<Act> speaker, ActorRef<Hearing> listener, Notes notes) {}

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<ActorRef<Act>> speakers = new ArrayList<>();
        private final List<Pair> pairs = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0 : 0.2)
                    .build();
        }

        void run() {
            for (int node = 0; node < NODES; node++) {
                join(node);
            }
            for (int home = 0; home < NODES; home++) {
                introduce(home);
            }
            int killed = play();
            network.heal();
            for (int node = 0; node < NODES; node++) {
                if (node != killed) {
                    speakers.get(node).tell(new Quit());
                }
            }
            simulation.runFor(Duration.ofMinutes(1));
            for (Pair pair : pairs) {
                if (pair.home != killed) {
                    check(pair.notes);
                }
            }
            for (Cluster cluster : clusters) {
                var ignored = cluster.system().close(Duration.ZERO);
            }
        }

        private void join(int node) {
            ActorSystem system = ActorSystem.builder("node-" + node)
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Speakers.CODECS)
                    .plaintext(true)
                    .link(WINDOW)
                    .shards(2);
            if (!clusters.isEmpty()) {
                options = options.seeds(List.of(clusters.getFirst().self().address()));
            }
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            cluster.host(Speakers.BOARDS, EntityOptions.defaults().passivateIdle(false), Speakers::board);
            speakers.add(system.spawn(Speakers::speaker));
        }

        /** Makes the speaker of a node known to the others. */
        private void introduce(int home) {
            String board = "board-" + home;
            for (int node = 0; node < NODES; node++) {
                if (node != home) {
                    var notes = new Notes();
                    ActorSystem system = clusters.get(node).system();
                    pairs.add(new Pair(node, seen(home, board, node), system.spawn(notes::listener), notes));
                }
            }
        }

        private ActorRef<Act> seen(int home, String board, int from) {
            while (true) {
                clusters.get(home).entity(Speakers.BOARDS, board).tell(new Put(speakers.get(home)));
                CompletableFuture<Found> found =
                        clusters.get(from).entity(Speakers.BOARDS, board).ask(Get::new, Duration.ofSeconds(2));
                simulation.runUntil("it is answered, or not", found::isDone);
                if (!found.isCompletedExceptionally()) {
                    return found.join().speaker();
                }
            }
        }

        /** Returns which node was killed, -1 if none was. */
        private int play() {
            pairs.forEach(this::watch);
            int killed = -1;
            boolean hasFault = false;
            for (int step = 0; step < STEPS; step++) {
                Pair pair = pairs.get(random.nextInt(pairs.size()));
                switch (random.nextInt(7)) {
                    case 0 -> watch(pair);
                    case 1 -> pair.listener.tell(new Unwatch(pair.speaker));
                    case 2 -> pair.speaker.tell(new Quit());
                    case 3 -> {
                        if (!hasFault) {
                            hasFault = true;
                            killed = disturb(1 + random.nextInt(NODES - 1));
                        }
                    }
                    default -> pair.speaker.tell(new Speak(pair.listener, 1 + random.nextInt(MAX_LINES)));
                }
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 3 : 500)));
            }
            return killed;
        }

        private void watch(Pair pair) {
            pair.listener.tell(new Watch(pair.speaker, random.nextBoolean()));
        }

        private int disturb(int node) {
            Cluster cluster = clusters.get(node);
            switch (random.nextInt(3)) {
                case 0 -> {
                    network.kill(cluster.self());
                    return node;
                }
                case 1 -> network.isolate(cluster.self());
                default -> simulation.start("leaving", () -> cluster.close(Duration.ofSeconds(20)));
            }
            return -1;
        }

        private static void check(Notes notes) {
            assertThat(notes.ends()).as("ends of %s", notes.all()).isEqualTo(notes.due());
            int first = notes.all().indexOf(Notes.END);
            if (first >= 0) {
                assertThat(notes.all().subList(first, notes.all().size())).containsOnly(Notes.END);
            }
        }
    }
}
