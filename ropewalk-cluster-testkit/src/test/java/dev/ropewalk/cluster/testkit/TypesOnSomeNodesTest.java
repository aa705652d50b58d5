package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;

/** Types on some nodes of a simulated network, with real threads. */
class TypesOnSomeNodesTest extends TypesOnSomeNodes {
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
