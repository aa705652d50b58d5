package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.WatchOnNodes;

/** Watches on nodes of Pekko, all in this process. */
class PekkoWatchTest extends WatchOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
