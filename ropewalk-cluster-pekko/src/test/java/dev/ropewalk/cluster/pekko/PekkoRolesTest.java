package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.RolesOnNodes;

/** Roles on nodes of Pekko, all in this process. */
class PekkoRolesTest extends RolesOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
