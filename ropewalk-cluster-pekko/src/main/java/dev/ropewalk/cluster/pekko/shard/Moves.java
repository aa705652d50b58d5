package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The shards of a type that are between two owners. Pekko calls a shard moving until the old owner has let it go; it has no owner then until one is written. Used by one thread.
 */
final class Moves {
    /** A shard that nobody asks for may have no owner for long. So long it counts. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    /** The shards, and when each was last said to be moving. */
    private final Map<String, Long> since = new HashMap<>();

    /**
     * Returns how many shards are between two owners.
     *
     * @param moving as Pekko says
     * @param owned all that have an owner, those that move among them
     * @param now in nanoseconds
     */
    int count(Set<String> moving, Set<String> owned, long now) {
        since.entrySet().removeIf(move -> owned.contains(move.getKey()) || now - move.getValue() > PATIENCE_NANOS);
        moving.forEach(shard -> since.put(shard, now));
        return since.size();
    }
}
