package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.SmallLimitsOnNodes;

/** Small messages between nodes of Pekko, all in this process. */
class PekkoSmallLimitsTest extends SmallLimitsOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
