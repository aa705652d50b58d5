package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.ReadinessOnNodes;

/** Readiness on nodes of Pekko, all in this process. */
class PekkoReadinessTest extends ReadinessOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
