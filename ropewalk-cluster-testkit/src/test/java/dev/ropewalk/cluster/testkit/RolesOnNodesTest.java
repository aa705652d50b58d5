package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;

/** Roles on the nodes of a simulated network, with real threads. */
class RolesOnNodesTest extends RolesOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
