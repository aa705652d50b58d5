package dev.ropewalk.cluster.pekko;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.ReliableOnNodes;
import java.time.Duration;

/** Delivery at least once on nodes of Pekko, all in this process. */
class PekkoReliableTest extends ReliableOnNodes {
    @Override
    protected EngineProvider engine() {
        return new PekkoEngineProvider();
    }

    /** Its engine ends, and tells nobody. */
    @Override
    protected void kill(Cluster cluster, ActorSystem system) {
        system.close(Duration.ofMillis(1));
    }
}
