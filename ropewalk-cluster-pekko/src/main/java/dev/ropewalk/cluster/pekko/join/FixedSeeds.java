package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.util.List;

/** The seeds of the options, of which the first one founds. */
record FixedSeeds(List<NodeAddress> now) implements Seeds {
    @Override
    public boolean mayFound(NodeAddress self, List<NodeAddress> addresses) {
        return addresses.isEmpty() || addresses.getFirst().equals(self);
    }

    @Override
    public String founder(List<NodeAddress> addresses) {
        return "only the first of the seeds may found the cluster, " + addresses.getFirst();
    }
}
