package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.ChannelsOnNodes;

/** Channels on nodes of Pekko, all in this process. */
class PekkoChannelsTest extends ChannelsOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }
}
