package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.engine.EngineProvider;
import java.util.List;
import java.util.ServiceLoader;

/** The engines that are there. */
public final class Engines {
    private Engines() {}

    /**
     * Returns the engine that the options choose, or the only one.
     *
     * @throws IllegalStateException if there is none
     * @throws IllegalArgumentException if there is none of that name, or several and the options choose none
     */
    public static EngineProvider find(ClusterOptions options) {
        List<EngineProvider> all = ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        List<String> names = all.stream().map(EngineProvider::name).sorted().toList();
        if (all.isEmpty()) {
            throw new IllegalStateException(
                    "no engine of a cluster is there: add ropewalk-cluster-pekko to the class path");
        }
        if (options.engine().isEmpty()) {
            if (all.size() > 1) {
                throw new IllegalArgumentException(
                        "several engines of a cluster are there, " + names + ": choose one by ClusterOptions.engine");
            }
            return all.getFirst();
        }
        String wanted = options.engine().get();
        return all.stream()
                .filter(engine -> engine.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no engine of a cluster is named '" + wanted + "'; there are " + names));
    }
}
