package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Seeds that are found while the node joins. Any of them may found the cluster, by the {@linkplain Votes votes} of enough others.
 *
 * @param discovery finds them
 * @param self this node
 * @param votes how many nodes it takes
 */
record DiscoveredSeeds(SeedDiscovery discovery, NodeAddress self, int votes) implements Seeds {
    @Override
    public List<NodeAddress> now() throws IOException, InterruptedException {
        List<NodeAddress> found = discovery.find(self);
        if (found == null || found.stream().anyMatch(Objects::isNull)) {
            throw new IOException(discovery + " has returned null: " + found);
        }
        if (found.size() > SeedDiscovery.MAX_ADDRESSES) {
            throw new IOException(discovery + " has found " + found.size() + " addresses, and at most "
                    + SeedDiscovery.MAX_ADDRESSES + " are taken: it looks for more than the nodes of one cluster");
        }
        return found.stream()
                .map(NodeAddress::requireReachable)
                .map(address -> isSelf(address) ? self : address)
                .distinct()
                .sorted(Votes.ORDER)
                .toList();
    }

    /** Whether it is this node, perhaps in other letters. */
    private boolean isSelf(NodeAddress address) {
        return address.port() == self.port()
                && (address.host().equalsIgnoreCase(self.host())
                        || number(self.host())
                                .filter(own -> number(address.host())
                                        .filter(own::equals)
                                        .isPresent())
                                .isPresent());
    }

    private static Optional<InetAddress> number(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }

    @Override
    public boolean mayChange() {
        return true;
    }

    @Override
    public boolean mayFound(NodeAddress own, List<NodeAddress> addresses) {
        return addresses.contains(own);
    }

    @Override
    public String advice(NodeAddress own, List<NodeAddress> addresses, Predicate<NodeAddress> runs, int outside) {
        if (!mayFound(own, addresses)) {
            return "This node, " + own + ", isn't among what " + discovery + " has found, " + addresses
                    + ": others can't find it, and it can't found the cluster. `host` and `port` must be as they are found";
        }
        String found = discovery + " has found " + addresses + ". ";
        return outside < votes
                ? found + "The cluster is founded when " + votes
                        + " nodes are there, as foundingNodes says, and there are " + outside
                        + " of those that are in no cluster, this one among them"
                : found
                        + "One of them founds the cluster when each of the others has ended, or says that it is in none: see"
                        + " to those that don't answer, or are found though their hosts are gone";
    }
}
