package dev.ropewalk.cluster.engine;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.scheduler.Scheduler;

/** Makes engines; found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
    /** Returns the name by which {@link ClusterOptions#engine} chooses it, such as {@code pekko}. */
    String name();

    /**
     * Starts a node. When this returns, the node has its address and begins to join; the listener hears of the members from then on.
     *
     * @param options the cluster's name, the address, the seeds, the certificates
     * @param scheduler of the node's actor system; an engine may use it for time, or threads of its own
     * @throws IllegalArgumentException if the options can't be met, the address for instance isn't one of this machine
     */
    Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener);
}
