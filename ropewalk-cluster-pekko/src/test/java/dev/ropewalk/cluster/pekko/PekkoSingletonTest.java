package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.SingletonOnNodes;

/** A singleton on nodes of Pekko, all in this process. */
class PekkoSingletonTest extends SingletonOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
