package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Nodes that say they are members of a cluster of this name, and are none of this node's. For a while that is normal: nodes hear of one that joins or was removed at different times. If they
 * still say so later, there are two clusters.
 */
final class Rivals {
    private static final int MAX_KNOWN = 1000;

    private final long patience;
    private final Map<NodeAddress, Span> claims = new HashMap<>();
    private final Set<NodeAddress> told = new HashSet<>();

    /** From when to when a node has said so. */
    private record Span(long first, long last) {}

    /**
     * Makes it.
     *
     * @param patience how long it is normal
     */
    Rivals(Duration patience) {
        this.patience = patience.toNanos();
    }

    /** A node says so that is none of this one's members. Returns whether that is proof of another cluster, and news. */
    boolean claim(NodeAddress node, long now) {
        if (claims.size() >= MAX_KNOWN && !claims.containsKey(node)) {
            return false;
        }
        Span before = claims.get(node);
        long first = before != null && now - before.last < patience ? before.first : now;
        claims.put(node, new Span(first, now));
        return now - first >= patience && told.add(node);
    }

    /** These are members. */
    void forget(Collection<NodeAddress> members) {
        claims.keySet().removeAll(members);
    }
}
