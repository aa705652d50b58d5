package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import java.util.Map;

/**
 * What a node has counted since it has joined.
 *
 * @param links the links to other members
 * @param losses messages that this node has found to be lost, by why: all that {@link ClusterOptions#onLoss} was told of
 * @param types the types of entities that it hosts, by name
 * @param redelivered how many messages the {@linkplain EntityRef#reliable() senders} of this node have sent again, each time
 * @param refusedFrames frames that this node has refused, with whatever they held: the sender was no member, or they were for a node that had this address before, or malformed
 */
public record ClusterStats(
        Map<Node, LinkStats> links,
        Map<MessageLoss.Reason, Long> losses,
        Map<String, TypeStats> types,
        long redelivered,
        long refusedFrames) {
    /** Makes copies of the maps. */
    public ClusterStats {
        links = Nulls.copy(links, "links");
        losses = Nulls.copy(losses, "losses");
        types = Nulls.copy(types, "types");
    }
}
