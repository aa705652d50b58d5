package dev.ropewalk.cluster;

import java.io.IOException;
import java.util.List;

/**
 * Finds the nodes by which another one joins, where their addresses aren't known before: in the DNS ({@link DnsDiscovery}), or wherever else nodes are listed. {@link ClusterOptions#discovery} takes it.
 *
 * <p>A node that joins asks about each second, and once a member about each fifteen seconds, to notice another cluster of its name. It asks once at a time, by a thread of its own. Several nodes of a process may share a discovery.
 */
@FunctionalInterface
public interface SeedDiscovery {
    /** So many addresses at most are taken. */
    int MAX_ADDRESSES = 1000;

    /**
     * Returns the addresses of the nodes that there are at this moment, in any order. All that may be members must be among them, those too that are about to leave, or aren't ready; so must be this node, or it can found no cluster. One
     * at which nobody is does no harm if connections to it are refused, or its name has no address; where nothing answers may be a member, and no cluster is founded while that is listed. It may wait for up to four seconds; what takes longer is taken by
     * nodes that join members, but a node whose last answer was begun five seconds ago founds no cluster.
     *
     * @param self this node, as others reach it
     * @throws IOException if it can't tell at the moment, with the reason: it is asked again, and who waits for the node to join is told the last one
     * @throws InterruptedException if the thread was interrupted
     * @throws IllegalArgumentException if it never can: the node gives up. So it does by each subclass, such as a {@link NumberFormatException} of an address that can't be read: catch what may be different the next time
     */
    List<NodeAddress> find(NodeAddress self) throws IOException, InterruptedException;
}
