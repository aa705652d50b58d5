package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.util.List;
import java.util.function.Predicate;

/** The seeds of the options, of which the first one founds. */
record FixedSeeds(List<NodeAddress> now) implements Seeds {
    @Override
    public boolean mayChange() {
        return false;
    }

    @Override
    public boolean mayFound(NodeAddress self, List<NodeAddress> addresses) {
        return addresses.isEmpty() || addresses.getFirst().equals(self);
    }

    @Override
    public int votes() {
        return 1;
    }

    @Override
    public String advice(NodeAddress self, List<NodeAddress> addresses, Predicate<NodeAddress> runs, int outside) {
        if (mayFound(self, addresses)) {
            return "This node founds the cluster when each of them has ended, or says that it is in none: see to those"
                    + " that don't answer. Take one whose host is gone for good out of `seeds`, on all nodes";
        }
        NodeAddress first = addresses.getFirst();
        return "None is a member that lets it in, and only the first of the seeds may found the cluster, " + first
                + (runs.test(first)
                        ? ", where something runs: see what keeps that from it, and whether `seeds` and the name of the cluster are right"
                        : ": start that, or have `seeds` begin with another one, on all nodes");
    }
}
