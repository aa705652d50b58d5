package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Clocks.Ask;
import dev.ropewalk.cluster.testkit.Clocks.Tick;
import dev.ropewalk.cluster.testkit.Clocks.Ticking;
import dev.ropewalk.cluster.testkit.Clocks.Where;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.cluster.testkit.Ledgers.Fail;
import dev.ropewalk.cluster.testkit.Ledgers.Next;
import dev.ropewalk.cluster.testkit.Ledgers.Total;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Five nodes that fall into two parts of any sizes while all of them ask entities and a singleton, and frames may be lost. No key, and no singleton, ever has two; the part that goes on is the one that {@link
 * SplitBrain} says, and answers; the nodes of the other part end.
 */
final class SplitWorld implements SimulationBody {
    private static final int NODES = 5;
    private static final int QUORUM = 3;
    private static final int KEYS = 4;
    private static final int QUESTIONS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .register(3, Entry.class)
            .register(4, Total.class)
            .register(5, Next.class)
            .register(6, Fail.class)
            .register(7, Tick.class)
            .register(8, Ask.class)
            .register(9, Where.class)
            .build();

    private final SplitBrain splitBrain;

    SplitWorld(SplitBrain splitBrain) {
        this.splitBrain = splitBrain;
    }

    /** Returns all ways to decide. */
    static List<SplitBrain> all() {
        return List.of(
                SplitBrain.keepMajority(),
                SplitBrain.keepOldest(),
                SplitBrain.staticQuorum(QUORUM),
                SplitBrain.downAll());
    }

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private record Place(Cluster cluster, ActorRef<Ticking> clock) {
        boolean isOver() {
            return cluster.removal().isDone();
        }
    }

    private final class Play {
        private final Simulation simulation;
        private final Random random;
        private final SimulatedNetwork network;
        private final Ledgers ledgers = new Ledgers(true);
        private final Clocks clocks = new Clocks();
        private final List<Place> places = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = new Random(simulation.scheduler().random().nextLong());
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0 : 0.1)
                    .build();
        }

        void run() {
            for (int node = 0; node < NODES; node++) {
                join();
            }
            assertAnswered(places);
            List<Place> parts = new ArrayList<>(places);
            Collections.shuffle(parts, random);
            int cut = random.nextInt(1, NODES);
            List<Place> one = parts.subList(0, cut);
            List<Place> other = parts.subList(cut, NODES);
            network.partition(selves(one), selves(other));
            for (int i = 0; i < QUESTIONS; i++) {
                places.stream().filter(place -> !place.isOver()).forEach(this::ask);
                simulation.runFor(Duration.ofMillis(random.nextInt(1000)));
            }
            network.heal();
            simulation.runFor(Duration.ofMinutes(1));
            List<Place> left = places.stream().filter(place -> !place.isOver()).toList();
            assertThat(selves(left)).isEqualTo(selves(goesOn(one) ? one : goesOn(other) ? other : List.of()));
            assertAnswered(left);
            assertThat(ledgers.violations()).isEmpty();
            assertThat(clocks.violations()).isEmpty();
            assertThat(clocks.alive()).isEqualTo(left.isEmpty() ? 0 : 1);
            for (Place place : places) {
                var ignored = place.cluster.system().close(Duration.ZERO);
            }
        }

        private void join() {
            String name = "node-" + places.size();
            ActorSystem system =
                    ActorSystem.builder(name).scheduler(simulation.scheduler()).build();
            List<NodeAddress> seeds = places.isEmpty()
                    ? List.of()
                    : List.of(places.getFirst().cluster.self().address());
            ClusterOptions options = ClusterOptions.defaults("shop", CODECS)
                    .plaintext(true)
                    .shards(KEYS)
                    .joinTimeout(Duration.ofMinutes(5))
                    .splitBrain(splitBrain)
                    .seeds(seeds);
            Cluster cluster = Cluster.join(system, options, network.engine());
            cluster.host(Ledgers.TYPE, ledgers::ledger);
            places.add(new Place(cluster, cluster.singleton("clock", Ticking.class, context -> clocks.clock(name))));
        }

        private List<CompletableFuture<?>> ask(Place place) {
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                answers.add(place.cluster
                        .<String, Command>entity(Ledgers.TYPE, "key-" + key)
                        .<Long>ask(Total::new, PATIENCE));
            }
            answers.add(place.clock.<Where>ask(Ask::new, PATIENCE));
            return answers;
        }

        /** Waits until all that some nodes ask is answered; a question may be lost. */
        private void assertAnswered(List<Place> some) {
            for (Place place : some) {
                var latest = new ArrayList<>(ask(place));
                simulation.runUntil("all is answered", () -> {
                    for (int i = 0; i < latest.size(); i++) {
                        if (latest.get(i).isCompletedExceptionally()) {
                            latest.set(i, again(place, i));
                        }
                    }
                    return latest.stream().allMatch(CompletableFuture::isDone);
                });
            }
        }

        private CompletableFuture<?> again(Place place, int question) {
            return question == KEYS
                    ? place.clock.<Where>ask(Ask::new, PATIENCE)
                    : place.cluster
                            .<String, Command>entity(Ledgers.TYPE, "key-" + question)
                            .<Long>ask(Total::new, PATIENCE);
        }

        private boolean goesOn(List<Place> part) {
            boolean hasOldest = part.contains(places.getFirst());
            return switch (splitBrain) {
                case SplitBrain.KeepMajority() -> part.size() > NODES / 2;
                case SplitBrain.KeepOldest() -> hasOldest ? part.size() > 1 : part.size() == NODES - 1;
                case SplitBrain.StaticQuorum(int nodes) -> part.size() >= nodes;
                case SplitBrain.DownAll() -> false;
            };
        }

        private static Set<Node> selves(List<Place> some) {
            return some.stream()
                    .map(place -> place.cluster.self())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }
}
