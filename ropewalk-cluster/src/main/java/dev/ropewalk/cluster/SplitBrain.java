package dev.ropewalk.cluster;

/**
 * Which nodes go on when a cluster falls into parts that don't reach each other. The nodes of the other parts end, so that no entity lives
 * twice. All nodes of a cluster must have the same.
 */
public sealed interface SplitBrain {
    /** Returns the default: the part with more nodes goes on; of two equal ones that with the lowest address. */
    static SplitBrain keepMajority() {
        return new KeepMajority();
    }

    /** Returns: the part goes on that has the oldest node; if that is alone, the others go on. */
    static SplitBrain keepOldest() {
        return new KeepOldest();
    }

    /**
     * Returns: a part goes on if it has so many nodes. There must never be twice as many in the cluster: two parts could go on then, so all nodes end when the first one fails. The log warns of that.
     *
     * @param nodes at least 1
     */
    static SplitBrain staticQuorum(int nodes) {
        return new StaticQuorum(nodes);
    }

    /** Returns: all nodes end, for something outside to start them again. */
    static SplitBrain downAll() {
        return new DownAll();
    }

    /** The larger part goes on. */
    record KeepMajority() implements SplitBrain {}

    /** The part of the oldest node goes on. */
    record KeepOldest() implements SplitBrain {}

    /**
     * A part of so many nodes goes on.
     *
     * @param nodes how many
     */
    record StaticQuorum(int nodes) implements SplitBrain {
        /** Checks it. */
        public StaticQuorum {
            if (nodes < 1) {
                throw new IllegalArgumentException("a quorum must be of 1 node at least, but is of " + nodes);
            }
        }
    }

    /** No part goes on. */
    record DownAll() implements SplitBrain {}
}
