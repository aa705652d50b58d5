package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.wire.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.pekko.cluster.UniqueAddress;

/** What each other member hasn't heard yet of this node, as far as this node knows. For one thread. */
final class Unheard {
    private final Map<UniqueAddress, Set<Part>> byNode = new HashMap<>();

    /** Adds a member that has heard nothing. Returns false if it is known. */
    boolean meet(UniqueAddress node, Set<Part> parts) {
        return byNode.putIfAbsent(node, new HashSet<>(parts)) == null;
    }

    boolean knows(UniqueAddress node) {
        return byNode.containsKey(node);
    }

    /** Removes a node that is no member any more. */
    void forget(UniqueAddress node) {
        byNode.remove(node);
    }

    /** Adds what no member has heard. */
    void add(Part part) {
        byNode.values().forEach(parts -> parts.add(part));
    }

    /** A member has heard something. */
    void settle(UniqueAddress node, Part part) {
        Set<Part> parts = byNode.get(node);
        if (parts != null) {
            parts.remove(part);
        }
    }

    /** Returns whether all members have heard all. */
    boolean isEmpty() {
        return byNode.values().stream().allMatch(Set::isEmpty);
    }

    void forEach(BiConsumer<UniqueAddress, Part> action) {
        byNode.forEach((node, parts) -> parts.forEach(part -> action.accept(node, part)));
    }
}
