package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.engine.EngineProvider;

/** On simulated nodes, in real time. */
class SmallLimitsOnNodesTest extends SmallLimitsOnNodes {
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);

    @Override
    protected EngineProvider engine() {
        return network.engine();
    }
}
