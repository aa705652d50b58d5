package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What tests share whose nodes join one after another in a simulation. */
class SimulatedNodes {
    static final Duration LONG = Duration.ofSeconds(30);

    final Simulation simulation;
    final SimulatedNetwork network;
    final List<Cluster> clusters = new ArrayList<>();
    final List<MessageLoss> losses = new ArrayList<>();

    SimulatedNodes(Simulation simulation, SimulatedNetworkBuilder network) {
        this.simulation = simulation;
        this.network = network.seed(1).build();
    }

    /** Joins a node, whose seed is the first one. */
    Cluster join(ClusterOptions options) {
        ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                .scheduler(simulation.scheduler())
                .build();
        Cluster cluster = Cluster.join(
                system,
                options.plaintext(true)
                        .seeds(clusters.stream()
                                .limit(1)
                                .map(first -> first.self().address())
                                .toList())
                        .onLoss(losses::add),
                network.engine());
        clusters.add(cluster);
        return cluster;
    }

    /** Closes all nodes, the last one first. */
    void close() {
        for (Cluster cluster : clusters.reversed()) {
            assertThat(cluster.close(LONG).isComplete()).isTrue();
            assertThat(cluster.system().close(LONG).isComplete()).isTrue();
        }
    }
}
