package dev.ropewalk.observe.health;

import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.observe.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clusters that lose messages, have members that don't answer or handle nothing, or in which this node isn't ready. */
final class ClusterCheck implements PartCheck<ClusterSnapshot> {
    @Override
    public void compare(String part, ClusterSnapshot before, ClusterSnapshot after, Looks looks) {
        if (before.self().equals(after.self())) {
            checkReady(part, before, after, looks);
            checkMembers(part, before, after, looks);
            checkLinks(part, before, after, looks);
            checkLosses(part, before.stats().losses(), after.stats().losses(), looks);
        }
    }

    /** One that joins needs a moment, and one that leaves isn't meant to be ready. */
    private static void checkReady(String part, ClusterSnapshot before, ClusterSnapshot after, Looks looks) {
        if (before.isReady()
                || after.isReady()
                || !looks.areApart(looks.options().waitAfter())) {
            return;
        }
        for (Member member : after.members()) {
            if (member.node().equals(after.self()) && member.status() != MemberStatus.LEAVING) {
                looks.warn(
                        Kind.NOT_READY,
                        part,
                        "this node, which is " + member.status() + ", hasn't become ready" + looks.within(),
                        "If nobody closes it, see that a node with the role of each type and singleton is up, and which of them don't answer");
            }
        }
    }

    private static void checkMembers(String part, ClusterSnapshot before, ClusterSnapshot after, Looks looks) {
        List<Node> silent = new ArrayList<>(unreachable(after));
        silent.retainAll(unreachable(before));
        if (!silent.isEmpty()) {
            looks.warn(
                    Kind.UNREACHABLE_MEMBER,
                    part,
                    silent.size() + " of " + after.members().size() + " members "
                            + (silent.size() == 1 ? "doesn't" : "don't") + " answer: " + silent,
                    "See whether these processes and the network to them work; one that has failed is removed after a while, and its entities begin elsewhere");
        }
    }

    private static List<Node> unreachable(ClusterSnapshot cluster) {
        List<Node> nodes = new ArrayList<>();
        for (Member member : cluster.members()) {
            if (!member.isReachable()) {
                nodes.add(member.node());
            }
        }
        nodes.sort(null);
        return nodes;
    }

    private static void checkLinks(String part, ClusterSnapshot before, ClusterSnapshot after, Looks looks) {
        Map<Node, LinkStats> links = new TreeMap<>(after.stats().links());
        for (Map.Entry<Node, LinkStats> entry : links.entrySet()) {
            LinkStats then = before.stats().links().get(entry.getKey());
            if (then != null && looks.tellsProgress() && isStalled(then, entry.getValue())) {
                looks.warn(
                        Kind.LINK_STALLED,
                        part,
                        "nothing could be sent to " + entry.getKey() + looks.within()
                                + ", since as much is there already as may be; "
                                + Looks.inWords(entry.getValue().inFlight(), "message", "isn't", "aren't")
                                + " acknowledged",
                        "Look at that node: it is cut off, or its entities and actors don't take messages out of their mailboxes");
            }
        }
    }

    private static boolean isStalled(LinkStats before, LinkStats after) {
        boolean isFull = before.credit() <= 0 && after.credit() <= 0;
        return isFull && after.sent() > 0 && before.sent() == after.sent();
    }

    private static void checkLosses(String part, Map<Reason, Long> before, Map<Reason, Long> after, Looks looks) {
        List<String> lost = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            long more = after.getOrDefault(reason, 0L) - before.getOrDefault(reason, 0L);
            if (more > 0) {
                lost.add(more + " " + reason);
            }
        }
        if (!lost.isEmpty()) {
            looks.warn(
                    Kind.LOSSES,
                    part,
                    "messages were lost" + looks.within() + ", or states of entities not handed over: "
                            + String.join(", ", lost),
                    "ClusterOptions.onLoss tells of each, with its recipient; MessageLoss.Reason says what they mean");
        }
    }
}
