package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** The end of a test's nodes. */
public final class Closing {
    private Closing() {}

    /** Closes all nodes at the same time, and their actor systems then. Nodes whose entities hand over states would wait for each other to take them. */
    public static void all(List<Cluster> clusters, List<ActorSystem> systems, Duration timeout) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> closed = clusters.stream()
                    .map(cluster -> CompletableFuture.runAsync(() -> cluster.close(timeout), threads))
                    .toList();
            closed.forEach(CompletableFuture::join);
        }
        systems.forEach(system -> system.close(timeout));
    }
}
