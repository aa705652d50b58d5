package dev.ropewalk.cluster.pekko.shard;

import java.util.Collection;

/**
 * Whether a node that leaves has to wait until its coordinators are taken over.
 *
 * <p>Of Pekko's nodes the oldest has the coordinators. The oldest one that stays asks the oldest one that leaves for them, and nobody else until that one has been gone for a while. But a node hands them to the next oldest if that asks, which
 * may be one that leaves as well: then it has what nobody asks it for. So only the oldest one of those that leave waits. The others end what they have, and what they don't take goes straight to the one that stays. If they had it already, the
 * one that stays begins when they have been removed.
 */
final class TakeOver {
    private TakeOver() {}

    /**
     * Another member, as seen by the node that leaves.
     *
     * @param isOlder than that
     * @param stays neither leaves nor is taken out
     */
    record Other(boolean isOlder, boolean stays) {}

    /** Returns whether a member asks this node for its coordinators. */
    static boolean isToCome(Collection<Other> others) {
        return others.stream().anyMatch(Other::stays)
                && others.stream().allMatch(other -> other.stays || !other.isOlder);
    }
}
