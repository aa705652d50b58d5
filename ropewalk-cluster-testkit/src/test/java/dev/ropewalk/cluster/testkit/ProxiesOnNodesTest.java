package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;

/** Entities that are used by an interface on the nodes of a simulated network, with real threads. */
class ProxiesOnNodesTest extends ProxiesOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
