package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The shards that were last told to move, until they are seen to. Pekko may ask for the next ones before it has heard of these. It would hear of the same again, and move them on when they have just moved. For one thread.
 *
 * @param <R> the regions
 */
final class Unbegun<R> {
    /** Pekko begins within a moment. It forgets what it can't do. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private Map<String, R> owners = Map.of();
    private long since;

    /**
     * Notes which shards are to move.
     *
     * @param shards with their owners
     * @param now in nanoseconds
     */
    void note(Map<String, R> shards, long now) {
        owners = Map.copyOf(shards);
        since = now;
    }

    /**
     * Looks whether they have begun.
     *
     * @param moving the shards that move
     * @param ownersNow all that have an owner, with that
     */
    void look(Set<String> moving, Map<String, R> ownersNow, long now) {
        boolean haveBegun = owners.entrySet().stream()
                .anyMatch(shard ->
                        moving.contains(shard.getKey()) || !shard.getValue().equals(ownersNow.get(shard.getKey())));
        if (haveBegun || now - since > PATIENCE_NANOS) {
            owners = Map.of();
        }
    }

    boolean isAny() {
        return !owners.isEmpty();
    }
}
