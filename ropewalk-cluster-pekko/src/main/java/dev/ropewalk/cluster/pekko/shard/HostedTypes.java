package dev.ropewalk.cluster.pekko.shard;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.cluster.UniqueAddress;

/** Which nodes host which types, as far as this node has heard. A node hosts for its whole life what it hosts once. Any thread may ask. */
final class HostedTypes {
    private final Map<UniqueAddress, Set<String>> byNode = new ConcurrentHashMap<>();

    void add(UniqueAddress node, String type) {
        byNode.computeIfAbsent(node, added -> ConcurrentHashMap.newKeySet()).add(type);
    }

    /** Forgets a node that is no member any more. */
    void remove(UniqueAddress node) {
        byNode.remove(node);
    }

    boolean isAt(UniqueAddress node, String type) {
        return byNode.getOrDefault(node, Set.of()).contains(type);
    }
}
