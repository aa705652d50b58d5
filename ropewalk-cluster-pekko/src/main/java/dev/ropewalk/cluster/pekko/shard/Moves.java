package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The shards of a type that are between two owners. Pekko calls a shard moving until the old owner has let it go; it has no owner then until one is written. Used by one thread.
 */
final class Moves {
    /** A shard for which there is nobody has no owner for long. So long it counts. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();

    private final Set<String> between = new HashSet<>();

    /** When those were seen first that have no owner. */
    private final Map<String, Long> ownerless = new HashMap<>();

    /**
     * Returns how many shards are between two owners.
     *
     * @param moving as Pekko says
     * @param owned all that have an owner, those that move among them
     * @param now in nanoseconds
     */
    int count(Set<String> moving, Set<String> owned, long now) {
        between.addAll(moving);
        between.removeIf(shard -> !moving.contains(shard) && (owned.contains(shard) || isForgotten(shard, now)));
        ownerless.keySet().removeIf(shard -> moving.contains(shard) || !between.contains(shard));
        return between.size();
    }

    private boolean isForgotten(String shard, long now) {
        return now - ownerless.computeIfAbsent(shard, first -> now) > PATIENCE_NANOS;
    }
}
