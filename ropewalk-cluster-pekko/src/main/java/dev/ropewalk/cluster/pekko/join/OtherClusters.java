package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;

/** A member looks out for another cluster of its name, and says so in the log. */
final class OtherClusters {
    private final String name;
    private final Node self;
    private final Cluster cluster;
    private final Rivals rivals;

    OtherClusters(String name, Node self, Cluster cluster, Rivals rivals) {
        this.name = name;
        this.self = self;
        this.cluster = cluster;
        this.rivals = rivals;
    }

    /** Returns those of some nodes that aren't members or aren't reached: at the address of one that isn't reached may be a new process. */
    List<NodeAddress> strangers(Collection<NodeAddress> nodes) {
        Set<NodeAddress> members = members();
        rivals.forget(members);
        Set<NodeAddress> unreachable = addresses(cluster.state().getUnreachable());
        return nodes.stream()
                .filter(node -> !members.contains(node) || unreachable.contains(node))
                .toList();
    }

    /** A node says that it is a member. */
    void claim(NodeAddress other, long now) {
        Set<NodeAddress> members = members();
        if (!members.contains(other) && rivals.claim(other, now)) {
            EngineLogger.LOG.log(
                    Level.ERROR,
                    "there are two clusters '" + name + "': this node, " + self + ", is in one with " + members
                            + ", and " + other + " is a member of another. A key may have an entity in each. End all"
                            + " nodes of one of them, and start them again");
        }
    }

    private Set<NodeAddress> members() {
        return addresses(cluster.state().getMembers());
    }

    private static Set<NodeAddress> addresses(Iterable<Member> members) {
        return StreamSupport.stream(members.spliterator(), false)
                .map(member -> Hosts.node(member.address()))
                .collect(Collectors.toSet());
    }
}
