package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;

/** What the checks of {@link EngineContract} need of the engine that they check. */
public interface EngineFixture {
    /** Returns the engine. */
    EngineProvider engine();

    /** Returns the scheduler of all nodes, by which the checks wait as well; none of its workers calls them. */
    Scheduler scheduler();

    /** Returns the options of a node that founds a cluster on any free port. The checks add seeds, ports and shorter timeouts. */
    ClusterOptions options(String cluster);

    /** Returns how long nodes may take for a step such as joining or the decision of a split; 30 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Returns whether {@link #isolate} works; false by default. Checks that need it pass without. */
    default boolean canIsolate() {
        return false;
    }

    /** Cuts a node from all others. */
    default void isolate(Node node) {
        throw new UnsupportedOperationException("can't isolate " + node);
    }
}
