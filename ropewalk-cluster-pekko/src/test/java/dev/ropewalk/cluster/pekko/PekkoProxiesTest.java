package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.ProxiesOnNodes;

/** Entities that are used by an interface on nodes of Pekko, all in this process. */
class PekkoProxiesTest extends ProxiesOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
