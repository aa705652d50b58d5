package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A simulation with a network. */
final class Scene {
    static final Duration DETECTION = Duration.ofSeconds(1);
    static final Duration STABLE = Duration.ofSeconds(3);

    /** More than the longest latencies of a few steps. */
    static final Duration MOMENT = Duration.ofMillis(100);

    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(10, 50));
    private static final CodecRegistry CODECS = CodecRegistry.builder().build();

    private final Simulation simulation;
    private final SimulatedNetwork network;
    private final List<String> log = new ArrayList<>();

    private Scene(Simulation simulation, SimulatedNetwork network) {
        this.simulation = simulation;
        this.network = network;
    }

    /** Plays a scene in many simulations. */
    static void play(Consumer<Scene> body) {
        play(network -> network, body);
    }

    /** Plays a scene on a network with given settings. */
    static void play(UnaryOperator<SimulatedNetworkBuilder> settings, Consumer<Scene> body) {
        play(SimulationOptions.defaults().name("scene").runs(RUNS), settings, body);
    }

    static void play(SimulationOptions options, UnaryOperator<SimulatedNetworkBuilder> settings, Consumer<Scene> body) {
        Simulations.check(options, simulation -> {
            long seed = simulation.scheduler().random().nextLong();
            body.accept(new Scene(
                    simulation,
                    settings.apply(SimulatedNetwork.builder().seed(seed)).build()));
        });
    }

    Simulation simulation() {
        return simulation;
    }

    SimulatedNetwork network() {
        return network;
    }

    /** Returns what all nodes were told. */
    List<String> log() {
        return log;
    }

    static ClusterOptions options() {
        return ClusterOptions.defaults("bank", CODECS).plaintext(true).stableAfter(STABLE);
    }

    TestNode start(ClusterOptions options) {
        var node = new TestNode(log);
        node.begin(network.engine().start(options, simulation.scheduler(), node));
        return node;
    }

    TestNode join(TestNode seed, ClusterOptions options) {
        return start(options.seeds(List.of(seed.self().address())));
    }

    /** Starts nodes that are up when this returns. */
    List<TestNode> startUp(int count) {
        return startUp(count, options());
    }

    List<TestNode> startUp(int count, ClusterOptions options) {
        List<TestNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(nodes.isEmpty() ? start(options) : join(nodes.getFirst(), options));
            pass(MOMENT);
        }
        assertThat(nodes).allSatisfy(node -> assertThat(node.up()).isEqualTo(selves(nodes)));
        return nodes;
    }

    static List<Node> selves(List<TestNode> nodes) {
        return nodes.stream().map(TestNode::self).toList();
    }

    static Set<Node> setOf(TestNode... nodes) {
        return new LinkedHashSet<>(selves(Arrays.asList(nodes)));
    }

    void pass(Duration time) {
        simulation.runFor(time);
    }

    /** Has a node ask for shards, from the first one on. */
    void locate(TestNode asker, int shards) {
        for (int shard = 0; shard < shards; shard++) {
            CompletableFuture<Node> owner = asker.locate(shard);
            pass(MOMENT);
            assertThat(owner).isCompleted();
        }
    }
}
