package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;
import java.time.Duration;

/** Remembered entities on the nodes of a simulated network, with real threads. */
class RememberedOnNodesTest extends RememberedOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.builder()
            .latency(Duration.ZERO, Duration.ofMillis(2))
            .rebalanceInterval(Duration.ofMillis(100))
            .build();

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
