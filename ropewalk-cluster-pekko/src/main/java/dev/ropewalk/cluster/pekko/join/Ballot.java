package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.settings.SharedOptions;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives this node's {@linkplain Votes promises}, by what it knows itself. Where seeds are discovered a node that asks may know less, so it gets the promise only
 * <ul>
 *   <li>when this node has found its seeds;
 *   <li>and has seen of each other one that it is no member: nobody is there, or it has said so lately. This node may have started a moment ago, and a member that lives may not have answered yet;
 *   <li>and the node that asks needs as many votes as this one would: else two that found may have no voter in common.
 * </ul>
 */
final class Ballot {
    private static final int MAX_TOLD = 100;

    private final Seeds seeds;
    private final SeedList list;
    private final Sights sights;
    private final Votes votes;

    /** The addresses of those that need another number of votes, as far as they are in the log. */
    private final Set<NodeAddress> told = new HashSet<>();

    Ballot(NodeAddress self, Seeds seeds, SeedList list, Sights sights) {
        this.seeds = seeds;
        this.list = list;
        this.sights = sights;
        this.votes = new Votes(self);
    }

    /**
     * Promises to a candidate, or renews the promise, if nothing stands against it; returns whether it does.
     *
     * @param options what the candidate has told of its options
     */
    boolean promise(NodeAddress asker, Map<String, String> options, long now) {
        return (!seeds.mayChange() || mayVoteFor(asker, options, now))
                && votes.promise(asker, list.mayFound(now), now, (node, time) -> isClearSince(node, time, now));
    }

    private boolean mayVoteFor(NodeAddress asker, Map<String, String> options, long now) {
        return needsEnough(asker, options)
                && list.isNamed()
                && sights.of(asker) != null
                && sights.areNoMembersBut(asker, now);
    }

    private boolean needsEnough(NodeAddress asker, Map<String, String> options) {
        Optional<Integer> theirs = SharedOptions.foundingNodes(options);
        if (!theirs.equals(Optional.of(seeds.votes())) && told.size() < MAX_TOLD && told.add(asker)) {
            EngineLogger.LOG.log(
                    Level.WARNING,
                    "foundingNodes is " + seeds.votes() + " here, and at " + asker + " "
                            + theirs.map(number -> "it is " + number).orElse("there is none")
                            + ": it must be the same on all nodes. One with less gets no vote of this node");
        }
        return theirs.filter(number -> number >= seeds.votes()).isPresent();
    }

    private boolean isClearSince(NodeAddress node, long time, long now) {
        Sight sight = sights.of(node);
        return sight == null ? !seeds.mayChange() : sight.isClearSince(time, now);
    }

    /** A node says that it is no candidate. */
    void release(NodeAddress node) {
        votes.release(node);
    }

    /** Whether a promise holds. */
    boolean hasPromised(long now) {
        return votes.hasPromised(now);
    }

    /** Forgets who had a promise that is over, if it is seen to have founded no cluster since. */
    void settle(long now) {
        votes.settle(now, (node, time) -> isClearSince(node, time, now));
    }

    /** Returns who has a promise, or had the last one and may have founded a cluster by it. */
    Optional<NodeAddress> promisee() {
        return votes.promisee();
    }
}
