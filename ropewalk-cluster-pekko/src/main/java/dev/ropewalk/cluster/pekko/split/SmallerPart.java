package dev.ropewalk.cluster.pekko.split;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds out that this node is in a part of the cluster that won't go on, though Pekko hasn't decided that. One thread at a time uses it.
 *
 * <p>Pekko decides a split when who reaches whom has stood still for {@code stableAfter}. A part in which that changes meanwhile, since more nodes fail, decides later than the others, who may have given its shards to new owners
 * by then. So this node ends when its part has been too small for as long as the others may take to decide, whatever changes in it.
 *
 * <p>It counts as missed only who is up, and isn't heard by this node itself: what another node doesn't hear is missed by all as Pekko sees it, also if only that one is cut off, and only one way. Who joins doesn't count, as with Pekko,
 * and a node that joins is never lost: it has nothing that others could begin anew. A node listens to nine others that are reached, and goes on listening to those it has lost. So in a cluster of more than about twenty nodes it finds
 * out late that its part is too small, or not at all.
 */
public final class SmallerPart {
    /** Pekko looks once a second whether it can decide. */
    private static final Duration LOOKS = Duration.ofSeconds(1);

    private final Node self;
    private final SplitBrain splitBrain;
    private final Comparator<Node> order;
    private final long patienceNanos;
    private final Predicate<Node> isHeard;
    private boolean isTooSmall;
    private long since;

    /**
     * Makes it.
     *
     * @param order by which Pekko finds the lowest address
     * @param isHeard whether this node hears another one, or doesn't listen to it
     */
    public SmallerPart(
            Node self, SplitBrain splitBrain, Duration stableAfter, Comparator<Node> order, Predicate<Node> isHeard) {
        this.self = self;
        this.splitBrain = splitBrain;
        this.order = order;
        this.patienceNanos = stableAfter.plus(LOOKS).toNanos();
        this.isHeard = isHeard;
    }

    /** Notes the members at a time, in nanoseconds of any clock. */
    public void note(Collection<Member> members, long now) {
        boolean was = isTooSmall;
        isTooSmall = isTooSmall(members);
        if (!was) {
            since = now;
        }
    }

    /** Returns whether the part of this node has been too small for long. */
    public boolean isLost(long now) {
        return nanosUntilLost(now) == 0;
    }

    /** Returns when this node is lost if nothing changes, from a time on; {@link Long#MAX_VALUE} if its part is large enough. */
    public long nanosUntilLost(long now) {
        return isTooSmall ? Math.max(0, patienceNanos - (now - since)) : Long.MAX_VALUE;
    }

    private boolean isTooSmall(Collection<Member> members) {
        Set<Node> missed = new HashSet<>();
        Set<Node> others = new HashSet<>();
        for (Member member : members) {
            if (member.isReachable() || isHeard.test(member.node())) {
                if (member.status() != MemberStatus.JOINING) {
                    others.add(member.node());
                }
            } else if (member.status() == MemberStatus.UP) {
                missed.add(member.node());
            }
        }
        return !missed.isEmpty()
                && others.contains(self)
                && switch (splitBrain) {
                    case SplitBrain.KeepMajority _ ->
                        others.size() < missed.size() || (others.size() == missed.size() && hasLowest(missed, others));
                    case SplitBrain.StaticQuorum quorum -> others.size() < quorum.nodes();
                    case SplitBrain.DownAll _ -> true;
                    case SplitBrain.KeepOldest _ -> false; // who is the oldest isn't known here
                };
    }

    private boolean hasLowest(Set<Node> nodes, Set<Node> others) {
        return order.compare(Collections.min(nodes, order), Collections.min(others, order)) < 0;
    }
}
