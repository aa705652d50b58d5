package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.RememberedOnNodes;

/** Remembered entities on nodes of Pekko, all in this process. */
class PekkoRememberedTest extends RememberedOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
