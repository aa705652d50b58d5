package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import java.util.Map;
import java.util.Objects;

/**
 * What a node has counted of a type that it hosts.
 *
 * @param entities those that live on this node
 * @param shards how many shards are on which node, as this one knows: its own, and those of others to which something was sent from here
 * @param assigned how many shards have come to this node, each time
 * @param handedOver how many it has handed over to others, each time
 */
public record TypeStats(EntityStats entities, Map<Node, Integer> shards, long assigned, long handedOver) {
    /** Makes a copy of the map. */
    public TypeStats {
        Objects.requireNonNull(entities, "entities");
        shards = Nulls.copy(shards, "shards");
    }
}
