package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The owners that have shards for a short time only. The first shard of a node takes longest: its JVM loads and compiles what shards take. Used by one thread.
 *
 * @param <T> the owners
 */
final class Newcomers<T> {
    private static final long SHORT_NANOS = Duration.ofSeconds(2).toNanos();

    /** The owners that have shards, and when each was first seen to have some. */
    private final Map<T, Long> since = new HashMap<>();

    /**
     * Returns whether an owner is new.
     *
     * @param owners all
     * @param having those that have shards
     * @param now in nanoseconds
     */
    boolean isAnyNew(Set<T> owners, Set<T> having, long now) {
        since.keySet().retainAll(having);
        having.forEach(owner -> since.putIfAbsent(owner, now));
        return owners.stream().anyMatch(owner -> now - since.getOrDefault(owner, now) < SHORT_NANOS);
    }
}
