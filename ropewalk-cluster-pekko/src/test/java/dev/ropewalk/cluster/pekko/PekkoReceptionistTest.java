package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.ReceptionistOnNodes;

/** Registrations on nodes of Pekko, all in this process. */
class PekkoReceptionistTest extends ReceptionistOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
