package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.TopicsOnNodes;

/** Topics on nodes of Pekko, all in this process. */
class PekkoTopicsTest extends TopicsOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
