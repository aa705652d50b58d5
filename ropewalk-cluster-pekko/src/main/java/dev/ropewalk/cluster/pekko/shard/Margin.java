package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.pekko.cluster.UniqueAddress;

/**
 * The time after a node was taken out in which no shard gets an owner: the node may only be cut off, and own shards until it has found that out by itself.
 *
 * <p>Pekko's coordinator waits for it, but only with the shards of regions that have registered with it. One that begins while a node is cut off, since the oldest has left, has what the node owned from the coordinator before, and gives it to
 * others as soon as the node is removed. Pekko waits from the removal of a node on, this from when it is given up, which is earlier: so what Pekko has waited for isn't waited for once more. Thread-safe.
 */
final class Margin {
    private final long nanos;

    /** The members that are given up. */
    private final Set<UniqueAddress> givenUp = new HashSet<>();

    private boolean hasBegun;
    private long begun;

    Margin(Duration length) {
        nanos = length.toNanos();
    }

    /** A member is to be removed, since it isn't reached, or has said so itself. */
    synchronized void giveUp(UniqueAddress node, long now) {
        if (givenUp.add(node)) {
            begin(now);
        }
    }

    /**
     * A member was removed.
     *
     * @param hasLeft whether it has given its shards away before
     */
    synchronized void remove(UniqueAddress node, boolean hasLeft, long now) {
        if (!givenUp.remove(node) && !hasLeft) {
            begin(now);
        }
    }

    private void begin(long now) {
        hasBegun = true;
        begun = now;
    }

    /** Whether shards may get owners. */
    synchronized boolean isOver(long now) {
        return !hasBegun || now - begun >= nanos;
    }
}
