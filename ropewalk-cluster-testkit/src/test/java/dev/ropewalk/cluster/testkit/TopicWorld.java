package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.testkit.Speakers.Hearing;
import dev.ropewalk.cluster.testkit.Speakers.Line;
import dev.ropewalk.cluster.testkit.Speakers.Notes;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Nodes that publish, and whose actors subscribe, unsubscribe and stop in any order; one of the nodes may leave, be killed or be cut off. Nobody gets a line twice, nor lines of one publisher in the wrong order. At rest what a
 * member publishes comes to each subscriber on a member, unless the network loses frames. A node that leaves loses nothing that was sent to its subscribers.
 */
class TopicWorld implements SimulationBody {
    private static final int NODES = 3;
    private static final int STEPS = 24;
    private static final int FACTOR = 10_000;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private record Subscriber(int home, ActorRef<Hearing> actor, Notes notes) {}

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final boolean isLossy;
        private final SimulatedNetwork network;
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<Subscriber> subscribed = new ArrayList<>();
        private final List<Subscriber> all = new ArrayList<>();
        private final int[] published = new int[NODES];
        private final List<MessageLoss> losses = new ArrayList<>();
        private boolean hasFault;
        private boolean leaves;

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            isLossy = random.nextBoolean();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(isLossy ? 0.2 : 0)
                    .build();
        }

        void run() {
            for (int node = 0; node < NODES; node++) {
                join(node);
            }
            for (int step = 0; step < STEPS; step++) {
                step(random.nextInt(NODES));
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 3 : 500)));
            }
            network.heal();
            simulation.runFor(Duration.ofMinutes(1));
            publishAtRest();
            all.forEach(subscriber -> checkOrder(subscriber.notes));
            if (leaves) {
                assertThat(losses).extracting(MessageLoss::reason).doesNotContain(MessageLoss.Reason.NODE_GONE);
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
                    .onLoss(losses::add)
                    .joinTimeout(Duration.ofMinutes(5));
            if (!clusters.isEmpty()) {
                options = options.seeds(List.of(clusters.getFirst().self().address()));
            }
            clusters.add(Cluster.join(system, options, network.engine()));
        }

        private Topic<Line> topic(int node) {
            return clusters.get(node).topic("lines", Line.class);
        }

        private void step(int node) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (!hasFault) {
                        hasFault = true;
                        disturb(clusters.getLast());
                    }
                }
                case 1, 2 -> subscribe(node);
                case 3 -> {
                    if (!subscribed.isEmpty()) {
                        Subscriber leaver = subscribed.remove(random.nextInt(subscribed.size()));
                        if (random.nextBoolean()) {
                            topic(leaver.home).unsubscribe(leaver.actor);
                        } else {
                            clusters.get(leaver.home).system().stop(leaver.actor);
                        }
                    }
                }
                default -> publish(node, 1 + random.nextInt(5));
            }
        }

        private void subscribe(int node) {
            var notes = new Notes();
            ActorRef<Hearing> listener = clusters.get(node).system().spawn(notes::listener);
            topic(node).subscribe(listener);
            var subscriber = new Subscriber(node, listener, notes);
            subscribed.add(subscriber);
            all.add(subscriber);
        }

        private void publish(int node, int lines) {
            for (int i = 0; i < lines; i++) {
                topic(node).publish(new Line(node * FACTOR + published[node]));
                published[node]++;
            }
        }

        private void disturb(Cluster cluster) {
            switch (random.nextInt(3)) {
                case 0 -> network.kill(cluster.self());
                case 1 -> network.isolate(cluster.self());
                default -> {
                    leaves = true;
                    simulation.start("leaving", () -> cluster.close(Duration.ofSeconds(20)));
                }
            }
        }

        private void publishAtRest() {
            Set<Node> members =
                    clusters.getFirst().members().stream().map(Member::node).collect(Collectors.toSet());
            for (int node = 0; node < NODES; node++) {
                if (members.contains(clusters.get(node).self())) {
                    String line = String.valueOf(node * FACTOR + published[node]);
                    publish(node, 1);
                    simulation.runFor(Duration.ofSeconds(20));
                    for (Subscriber subscriber : subscribed) {
                        if (!isLossy
                                && members.contains(
                                        clusters.get(subscriber.home).self())) {
                            assertThat(subscriber.notes.all()).contains(line);
                        }
                    }
                }
            }
        }

        private static void checkOrder(Notes notes) {
            Map<Integer, Integer> last = new HashMap<>();
            for (String line : notes.all()) {
                int number = Integer.parseInt(line);
                Integer before = last.put(number / FACTOR, number);
                assertThat(number).as("in %s", notes.all()).isGreaterThan(before == null ? -1 : before);
            }
        }
    }
}
