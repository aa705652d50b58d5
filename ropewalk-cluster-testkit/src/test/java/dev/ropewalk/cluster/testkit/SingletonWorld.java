package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.testkit.Clocks.Tick;
import dev.ropewalk.cluster.testkit.Clocks.Ticking;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Nodes with a singleton that join, leave, are killed and are cut off, in any order, over a network that may lose frames. Two never live at a time, and at rest one lives, on a member, whether anybody has sent to it or not.
 */
class SingletonWorld implements SimulationBody {
    private static final int MAX_NODES = 5;
    private static final int STEPS = 10;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private record Place(Cluster cluster, ActorRef<Ticking> ref) {}

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final Clocks clocks = new Clocks();
        private final List<Place> all = new ArrayList<>();

        /** Those that take part, as far as is known. */
        private final List<Place> members = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0 : 0.2)
                    .build();
        }

        void run() {
            for (int node = 0; node < 3; node++) {
                join();
            }
            for (int step = 0; step < STEPS; step++) {
                step();
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 100 : 5000)));
            }
            network.heal();
            simulation.runFor(Duration.ofMinutes(2));
            check();
            for (Place place : all) {
                var ignored = place.cluster.system().close(Duration.ZERO);
            }
        }

        private void join() {
            String name = "node-" + all.size();
            ActorSystem system =
                    ActorSystem.builder(name).scheduler(simulation.scheduler()).build();
            ClusterOptions options = ClusterOptions.defaults("shop", Clocks.CODECS)
                    .plaintext(true)
                    .shards(4)
                    .joinTimeout(Duration.ofMinutes(5));
            if (!members.isEmpty()) {
                options =
                        options.seeds(List.of(members.getFirst().cluster.self().address()));
            }
            Cluster cluster = Cluster.join(system, options, network.engine());
            var place = new Place(cluster, cluster.singleton("clock", Ticking.class, context -> clocks.clock(name)));
            all.add(place);
            members.add(place);
        }

        private void step() {
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (all.size() < MAX_NODES) {
                        network.heal();
                        simulation.runFor(Duration.ofSeconds(20));
                        join();
                    }
                }
                case 1, 2 -> {
                    if (members.size() > 2) {
                        disturb(members.remove(random.nextInt(members.size())));
                    }
                }
                default -> {
                    Place from = members.get(random.nextInt(members.size()));
                    var ignored = from.ref.tellAsync(new Tick());
                }
            }
        }

        private void disturb(Place place) {
            Cluster cluster = place.cluster;
            switch (random.nextInt(3)) {
                case 0 -> {
                    network.kill(cluster.self());
                    var ignored = cluster.system().close(Duration.ZERO);
                }
                case 1 -> network.isolate(cluster.self());
                default -> simulation.start("leaving", () -> cluster.close(Duration.ofSeconds(20)));
            }
            simulation.runFor(Duration.ofSeconds(20)); // or no part may be large enough
        }

        private void check() {
            assertThat(clocks.violations()).isEmpty();
            Set<Node> nodes = members.getFirst().cluster.members().stream()
                    .map(Member::node)
                    .collect(Collectors.toSet());
            assertThat(clocks.alive()).as("alive of %s", clocks.begun()).isEqualTo(1);
            Set<String> names = all.stream()
                    .filter(place -> nodes.contains(place.cluster.self()))
                    .map(place -> place.cluster.system().name())
                    .collect(Collectors.toSet());
            assertThat(names).contains(clocks.begun().getLast());
        }
    }
}
