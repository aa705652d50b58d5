package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.util.List;

/** Where a node asks for a cluster. */
interface Seeds {
    /** Returns the addresses to ask at this moment, itself among them if it is one. It may wait. */
    List<NodeAddress> now();

    /** Whether this node may found a cluster if none of these addresses is that of a member. */
    boolean mayFound(NodeAddress self, List<NodeAddress> addresses);

    /** Says who may found the cluster, for one who waits for that. */
    String founder(List<NodeAddress> addresses);
}
