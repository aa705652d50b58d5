package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;

/** Readiness on the nodes of a simulated network, with real threads. */
class ReadinessOnNodesTest extends ReadinessOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
