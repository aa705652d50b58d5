package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.wire.Part;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.cluster.UniqueAddress;

/** Which nodes host which types, as far as this node has heard, and what it has to tell others. A node hosts for its whole life what it hosts once. Thread-safe. */
final class HostedTypes {
    private final Map<UniqueAddress, Set<String>> byNode = new ConcurrentHashMap<>();
    private final Set<UniqueAddress> leaving = ConcurrentHashMap.newKeySet();
    private final Set<Part> own = ConcurrentHashMap.newKeySet();

    void add(UniqueAddress node, String type) {
        byNode.computeIfAbsent(node, added -> ConcurrentHashMap.newKeySet()).add(type);
    }

    /** Forgets a node that is no member any more. */
    void remove(UniqueAddress node) {
        byNode.remove(node);
        leaving.remove(node);
    }

    /** A node is about to leave. */
    void leaves(UniqueAddress node) {
        leaving.add(node);
    }

    boolean isAt(UniqueAddress node, String type) {
        return byNode.getOrDefault(node, Set.of()).contains(type);
    }

    boolean isLeaving(UniqueAddress node) {
        return leaving.contains(node);
    }

    /** Returns whether shards of a type may come to a node. */
    boolean mayComeTo(UniqueAddress node, String type) {
        return isAt(node, type) && !isLeaving(node);
    }

    /** Notes a part that this node takes. Returns whether others are to be told. */
    boolean take(Part part) {
        return !own.contains(new Part(part.type(), true)) && own.add(part);
    }

    /** Returns the parts that this node takes. */
    Set<Part> own() {
        return Set.copyOf(own);
    }
}
