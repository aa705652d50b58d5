package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Logs a line for each thing that becomes of a member. One thread at a time uses it. */
final class MemberLog {
    private final String cluster;
    private final Node self;
    private final SplitBrain splitBrain;
    private final Map<Node, Member> logged = new HashMap<>();

    /** Those that will be removed, though they don't leave; and whether each one answered when that was known first. */
    private final Map<Node, Boolean> loggedGivenUp = new HashMap<>();

    private boolean hasTwoQuorums;

    /** Whether this node has been up. */
    private boolean wasUp;

    MemberLog(String cluster, Node self, SplitBrain splitBrain) {
        this.cluster = cluster;
        this.self = self;
        this.splitBrain = splitBrain;
    }

    /**
     * The members are these now.
     *
     * @param givenUp those of them that will be removed, though they don't leave
     * @param counted how many of them count for a quorum
     */
    void members(Map<Node, Member> members, Set<Node> givenUp, int counted) {
        Member own = members.get(self);
        wasUp |= own != null && own.status() == MemberStatus.UP;
        members.forEach((node, member) -> {
            Member before = logged.put(node, member);
            if (givenUp.contains(node)) {
                giveUp(member);
            } else {
                String news = news(before, member);
                if (news != null) {
                    line(Level.INFO, node + " " + news);
                }
            }
        });
        boolean had = hasTwoQuorums;
        hasTwoQuorums = hasTwoQuorums(splitBrain, counted);
        if (hasTwoQuorums && !had) {
            line(
                    Level.WARNING,
                    "two parts of its " + counted + " nodes can have a quorum each, by " + splitBrain
                            + ": all nodes end when some don't answer");
        }
    }

    /** Returns whether there are so many members that Pekko ends all rather than that it decides by a quorum. */
    static boolean hasTwoQuorums(SplitBrain splitBrain, int counted) {
        return splitBrain instanceof SplitBrain.StaticQuorum quorum && counted >= 2L * quorum.nodes();
    }

    /** Returns what has become of a member; null if that is nothing. One that doesn't answer is given up rather than it leaves: a line follows when it is removed. */
    static @Nullable String news(@Nullable Member before, Member now) {
        boolean wasUp = before != null && before.status() == MemberStatus.UP;
        if (now.status() == MemberStatus.UP && !wasUp) {
            return "is up" + (now.isReachable() ? "" : ", and doesn't answer");
        }
        if (now.status() == MemberStatus.LEAVING
                && now.isReachable()
                && before != null
                && before.status() != MemberStatus.LEAVING) {
            return "leaves";
        }
        if (before != null && before.isReachable() != now.isReachable()) {
            return now.isReachable() ? "answers again" : "doesn't answer";
        }
        return null;
    }

    /** One that answers has said itself that it is gone, or has a successor; or all of this node's part end, since others go on. */
    private void giveUp(Member member) {
        boolean answers = member.isReachable();
        if (loggedGivenUp.putIfAbsent(member.node(), answers) == null) {
            end(member.node(), answers, answers ? "ends at once" : "is given up");
        }
    }

    /** A member is none any more. */
    void removed(Node node, boolean hasLeft) {
        logged.remove(node);
        boolean answered = Boolean.TRUE.equals(loggedGivenUp.remove(node));
        end(node, hasLeft || answered, hasLeft ? "has left" : newsOfRemoved(answered));
    }

    /** What was on its way to a node that doesn't answer is lost, and the state of its entities is: that is a failure. */
    private void end(Node node, boolean isOrderly, String news) {
        line(isOrderly ? Level.INFO : Level.WARNING, node + " " + news);
    }

    private static String newsOfRemoved(boolean answered) {
        return answered
                ? "has ended: it has left at once, or a new node has its address"
                : "was removed: it didn't answer, or a new node has its address";
    }

    /** This node is no member any more, or won't be one. */
    void ended(boolean asPlanned, String reason) {
        line(
                asPlanned ? Level.INFO : Level.WARNING,
                "this node, " + self + ", " + (wasUp ? "is no member any more: " : "hasn't become a member: ")
                        + reason);
    }

    private void line(Level level, String text) {
        EngineLogger.LOG.log(level, "cluster " + cluster + ": " + text);
    }
}
