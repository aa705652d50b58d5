package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.pekko.node.PekkoEngine;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Objects;

/** Makes the engine named {@code pekko}. Each node has an actor system of Pekko, with threads of its own, which are daemons. */
public final class PekkoEngineProvider implements EngineProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public PekkoEngineProvider() {}

    @Override
    public String name() {
        return "pekko";
    }

    @Override
    public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(scheduler, "scheduler");
        Objects.requireNonNull(listener, "listener");
        return PekkoEngine.start(options, listener);
    }
}
