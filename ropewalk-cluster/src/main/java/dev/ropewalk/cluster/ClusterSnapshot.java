package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;

/**
 * A cluster as one node of it sees it, at about one moment.
 *
 * @param self this node
 * @param members the members that it knows of, itself among them
 * @param isReady whether it is ready for work from outside, as {@link Cluster#isReady} says
 * @param stats what it has counted
 */
public record ClusterSnapshot(Node self, List<Member> members, boolean isReady, ClusterStats stats) {
    /** Makes a copy of the list. */
    public ClusterSnapshot {
        Objects.requireNonNull(self, "self");
        members = Nulls.copy(members, "members");
        Objects.requireNonNull(stats, "stats");
    }
}
