package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Nodes that say they are members of a cluster of this name, and are none of this node's. For a while that is normal: nodes hear of one that joins or was removed at different times. If they
 * still say so later, there are two clusters.
 */
final class Rivals {
    private static final int MAX_KNOWN = 1000;

    private final long patience;
    private final Map<NodeAddress, Span> claims = new HashMap<>();

    /** From when to when a node has said so, and whether that was told. */
    private record Span(long first, long last, boolean isTold) {}

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
        claims.values().removeIf(span -> now - span.last >= patience); // that is over
        if (claims.size() >= MAX_KNOWN && !claims.containsKey(node)) {
            return false;
        }
        Span before = claims.getOrDefault(node, new Span(now, now, false));
        boolean isProof = now - before.first >= patience;
        claims.put(node, new Span(before.first, now, isProof));
        return isProof && !before.isTold;
    }

    /** These are members. */
    void forget(Collection<NodeAddress> members) {
        claims.keySet().removeAll(members);
    }
}
