package dev.ropewalk.observe.jmx;

import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TypeStats;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A cluster as one node sees it, with nodes as text.
 *
 * @param self this node
 * @param isReady whether it is ready for work from outside
 * @param members the members that it knows of, in order
 * @param losses how many messages it has found to be lost, by why
 * @param links what was counted of the links to other members
 * @param types what was counted of the types of entities that it hosts
 * @param redelivered how many messages were sent again
 * @param refusedFrames how many frames were refused
 */
record ClusterView(
        String self,
        boolean isReady,
        List<MemberView> members,
        Map<String, Long> losses,
        Map<String, LinkView> links,
        Map<String, TypeView> types,
        long redelivered,
        long refusedFrames) {
    /**
     * A member.
     *
     * @param node which
     * @param roles its roles in order, with commas between
     */
    record MemberView(String node, MemberStatus status, boolean isReachable, String roles) {
        static MemberView of(Member member) {
            return new MemberView(
                    member.node().toString(),
                    member.status(),
                    member.isReachable(),
                    String.join(", ", new TreeSet<>(member.roles())));
        }
    }

    /**
     * The link to another member.
     *
     * @param dropped messages from it that nobody has handled
     */
    record LinkView(long sent, long acknowledged, long inFlight, long credit, long lost, long received, long dropped) {
        static LinkView of(LinkStats link) {
            return new LinkView(
                    link.sent(),
                    link.acknowledged(),
                    link.inFlight(),
                    link.credit(),
                    link.lost(),
                    link.received(),
                    link.dropped().values().stream().mapToLong(count -> count).sum());
        }
    }

    /**
     * A type of entities.
     *
     * @param shards how many shards are on this node
     */
    record TypeView(
            long active,
            long started,
            long passivatedIdle,
            long passivatedOver,
            long passivatedAsked,
            long stopped,
            long shards,
            long assigned,
            long handedOver) {
        static TypeView of(TypeStats type, Node self) {
            EntityStats entities = type.entities();
            return new TypeView(
                    entities.active(),
                    entities.started(),
                    entities.passivatedIdle(),
                    entities.passivatedOver(),
                    entities.passivatedAsked(),
                    entities.stopped(),
                    type.shards().getOrDefault(self, 0),
                    type.assigned(),
                    type.handedOver());
        }
    }

    static ClusterView of(ClusterSnapshot cluster) {
        Map<String, Long> losses = new TreeMap<>();
        for (Reason reason : Reason.values()) {
            losses.put(reason.name(), cluster.stats().losses().getOrDefault(reason, 0L));
        }
        Map<String, LinkView> links = new TreeMap<>();
        cluster.stats().links().forEach((node, link) -> links.put(node.toString(), LinkView.of(link)));
        Map<String, TypeView> types = new TreeMap<>();
        cluster.stats().types().forEach((name, type) -> types.put(name, TypeView.of(type, cluster.self())));
        return new ClusterView(
                cluster.self().toString(),
                cluster.isReady(),
                cluster.members().stream()
                        .sorted(Comparator.comparing(Member::node))
                        .map(MemberView::of)
                        .toList(),
                losses,
                links,
                types,
                cluster.stats().redelivered(),
                cluster.stats().refusedFrames());
    }
}
