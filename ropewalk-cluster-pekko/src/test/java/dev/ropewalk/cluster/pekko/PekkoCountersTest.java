package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.CountersOnNodes;

/** Entities on nodes of Pekko, all in this process. */
class PekkoCountersTest extends CountersOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
