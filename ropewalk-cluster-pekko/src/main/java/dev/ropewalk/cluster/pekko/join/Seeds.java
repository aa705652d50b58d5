package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** Where a node asks for a cluster. */
interface Seeds {
    /**
     * Returns the addresses to ask at this moment, itself among them if it is one. It may wait.
     *
     * @throws IOException if that can't be told for now
     * @throws IllegalArgumentException if it never can
     */
    List<NodeAddress> now() throws IOException, InterruptedException;

    /** Whether they may be others at another moment. */
    boolean mayChange();

    /** Whether this node may found a cluster if none of these addresses is that of a member. */
    boolean mayFound(NodeAddress self, List<NodeAddress> addresses);

    /** Returns how many nodes, this one among them, must be there and let it found a cluster. */
    int votes();

    /**
     * Says what is in the way of a cluster, for one who waits for that, after what was found at each address.
     *
     * @param runs whether something is known to run at an address
     * @param outside how many nodes have said that they are in no cluster, this one among them
     */
    String advice(NodeAddress self, List<NodeAddress> addresses, Predicate<NodeAddress> runs, int outside);
}
