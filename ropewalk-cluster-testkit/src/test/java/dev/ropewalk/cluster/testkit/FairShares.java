package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Shards that stay where they are. An engine gives the first ones to nodes of which it has heard that they host the type, and moves some to others soon; one that has moved begins with the next message for it.
 * So a test that counts on places tells on until each node has as many as the others, or one less: no shard moves then, while no node comes or goes.
 */
final class FairShares {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private FairShares() {}

    /**
     * Waits for them.
     *
     * @param nodes all that host the type
     * @param tell sends something to entities of all shards that the test uses, and waits until it is handled
     */
    static void await(String type, Collection<Cluster> nodes, Runnable tell, Duration deadline) {
        tell.run();
        Await.until(
                () -> "fair shares of '" + type + "', but they are " + owned(type, nodes),
                () -> {
                    List<Integer> before = owned(type, nodes);
                    tell.run(); // a shard that was on its way is somewhere then
                    boolean isStill = before.equals(owned(type, nodes));
                    if (!isStill || !areFair(before)) {
                        LockSupport.parkNanos(PAUSE_NANOS);
                        return false;
                    }
                    return true;
                },
                deadline);
    }

    private static boolean areFair(List<Integer> shares) {
        return Collections.max(shares) - Collections.min(shares) <= 1;
    }

    /** Returns how many shards each node owns. */
    private static List<Integer> owned(String type, Collection<Cluster> nodes) {
        return nodes.stream()
                .map(node -> {
                    TypeStats stats =
                            Objects.requireNonNull(node.stats().types().get(type));
                    return stats.shards().getOrDefault(node.self(), 0);
                })
                .toList();
    }
}
