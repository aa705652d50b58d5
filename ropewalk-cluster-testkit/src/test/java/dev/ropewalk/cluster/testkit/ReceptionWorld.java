package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.testkit.Speakers.Act;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Nodes that register actors, deregister and stop them, in any order, over a network that may lose frames; some join meanwhile, and one may leave, be killed or be cut off. At rest all members find the same actors: those that are registered on
 * members.
 */
class ReceptionWorld implements SimulationBody {
    private static final ServiceKey<Act> KEY = new ServiceKey<>("speaker", Act.class);
    private static final int MAX_NODES = 4;
    private static final int STEPS = 24;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    /** A node, and its actors that are registered. */
    private record Place(Cluster cluster, List<ActorRef<Act>> registered, List<ActorRef<Act>> others) {}

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final List<Place> places = new ArrayList<>();
        private boolean hasFault;

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0 : 0.2)
                    .build();
        }

        void run() {
            join();
            join();
            for (int step = 0; step < STEPS; step++) {
                step(places.get(random.nextInt(places.size())));
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 3 : 500)));
            }
            network.heal();
            simulation.runFor(Duration.ofMinutes(1));
            check();
            for (Place place : places) {
                var ignored = place.cluster.system().close(Duration.ZERO);
            }
        }

        private void join() {
            ActorSystem system = ActorSystem.builder("node-" + places.size())
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Speakers.CODECS)
                    .plaintext(true)
                    .joinTimeout(Duration.ofMinutes(5));
            if (!places.isEmpty()) {
                options = options.seeds(List.of(places.getFirst().cluster.self().address()));
            }
            places.add(
                    new Place(Cluster.join(system, options, network.engine()), new ArrayList<>(), new ArrayList<>()));
        }

        private void step(Place place) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (places.size() < MAX_NODES && !hasFault) {
                        join();
                    }
                }
                case 1 -> {
                    if (!hasFault && places.size() > 2) {
                        hasFault = true;
                        disturb(places.getLast().cluster);
                    }
                }
                case 2, 3 -> {
                    if (!place.registered.isEmpty()) {
                        ActorRef<Act> actor = take(place.registered);
                        place.cluster.receptionist().deregister(KEY, actor);
                        place.others.add(actor);
                    }
                }
                case 4 -> {
                    if (!place.registered.isEmpty()) {
                        place.cluster.system().stop(take(place.registered));
                    }
                }
                default -> {
                    ActorRef<Act> actor = place.others.isEmpty() || random.nextBoolean()
                            ? place.cluster.system().spawn(Speakers::speaker)
                            : take(place.others);
                    place.cluster.receptionist().register(KEY, actor);
                    place.registered.add(actor);
                }
            }
        }

        private ActorRef<Act> take(List<ActorRef<Act>> from) {
            return from.remove(random.nextInt(from.size()));
        }

        private void disturb(Cluster cluster) {
            switch (random.nextInt(3)) {
                case 0 -> network.kill(cluster.self());
                case 1 -> network.isolate(cluster.self());
                default -> simulation.start("leaving", () -> cluster.close(Duration.ofSeconds(20)));
            }
        }

        private void check() {
            Set<Node> nodes = places.getFirst().cluster.members().stream()
                    .map(Member::node)
                    .collect(Collectors.toSet());
            List<Place> members = places.stream()
                    .filter(place -> nodes.contains(place.cluster.self()))
                    .toList();
            Set<String> expected = members.stream()
                    .flatMap(place -> place.registered.stream())
                    .map(Play::pathThere)
                    .collect(Collectors.toCollection(TreeSet::new));
            for (Place place : members) {
                Set<String> found = place.cluster.receptionist().find(KEY).stream()
                        .map(Play::pathThere)
                        .collect(Collectors.toCollection(TreeSet::new));
                assertThat(found).as(place.cluster::toString).isEqualTo(expected);
            }
        }

        /** Returns the path of an actor on its own node. */
        private static String pathThere(ActorRef<?> actor) {
            return actor.path().substring(actor.path().indexOf("/node-"));
        }
    }
}
