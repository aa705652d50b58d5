package dev.ropewalk.cluster.pekko.split;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Finds out that this node is in a part of the cluster that won't go on, though Pekko hasn't decided that. One thread at a time uses it.
 *
 * <p>Pekko decides a split when who reaches whom has stood still for {@code stableAfter}. A part in which that changes meanwhile, since more nodes fail, decides later than the others, who may have given its shards to new owners
 * by then. So this node ends when its part has been too small for as long as the others may take to decide, whatever changes in it.
 *
 * <p>It counts as missed only who is up and isn't heard by this node itself: what another node doesn't hear is missed by all as Pekko sees it, also if only that one is cut off, and only one way. A node listens to nine others at
 * most, so in a cluster of more than about twenty nodes no part is found to be too small by this.
 */
public final class SmallerPart {
    /** Pekko looks once a second whether it can decide. */
    private static final Duration LOOKS = Duration.ofSeconds(1);

    private final SplitBrain splitBrain;
    private final long patienceNanos;
    private final Predicate<Node> isHeard;
    private boolean isTooSmall;
    private long since;

    /**
     * Makes it.
     *
     * @param isHeard whether this node hears another one, or doesn't listen to it
     */
    public SmallerPart(SplitBrain splitBrain, Duration stableAfter, Predicate<Node> isHeard) {
        this.splitBrain = splitBrain;
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
        return isTooSmall && now - since >= patienceNanos;
    }

    private boolean isTooSmall(Collection<Member> members) {
        long missed = members.stream().filter(this::isMissed).count();
        long others = members.size() - missed;
        return missed > 0
                && switch (splitBrain) {
                    case SplitBrain.KeepMajority _ -> others < missed;
                    case SplitBrain.StaticQuorum quorum -> others < quorum.nodes();
                    case SplitBrain.DownAll _ -> true;
                    case SplitBrain.KeepOldest _ -> false; // who is the oldest isn't known here
                };
    }

    private boolean isMissed(Member member) {
        return !member.isReachable() && member.status() == MemberStatus.UP && !isHeard.test(member.node());
    }
}
