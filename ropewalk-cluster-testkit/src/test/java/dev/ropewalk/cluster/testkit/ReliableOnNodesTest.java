package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.engine.EngineProvider;
import java.time.Duration;

/** Delivery at least once on the nodes of a simulated network, with real threads. */
class ReliableOnNodesTest extends ReliableOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.builder()
            .latency(Duration.ZERO, Duration.ofMillis(2))
            .rebalanceInterval(Duration.ofMillis(100))
            .build();

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }

    @Override
    protected void kill(Cluster cluster, ActorSystem system) {
        network.kill(cluster.self());
    }
}
