package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.EntitiesOnNodes;

/** Entities on nodes of Pekko, all in this process. */
class PekkoEntitiesTest extends EntitiesOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
