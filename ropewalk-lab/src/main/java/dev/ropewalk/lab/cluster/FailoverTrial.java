package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Map;

/** A third process becomes a node, gets its part of the entities, and is killed, while all of them are asked. */
final class FailoverTrial implements Trial {
    /** A node of three gets about a third; of few entities it may be less. */
    private static final int PART = 8;

    private final Load load;
    private final Nodes nodes;

    FailoverTrial(String contender, Load load) throws Exception {
        this.load = load;
        nodes = new Nodes(contender, load);
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        try (var watcher = new Watcher(nodes.first(), load.entities());
                PeerNode third = nodes.start()) {
            watcher.await(third.address()::equals, load.entities() / PART);
            long start = System.nanoTime();
            third.kill();
            watcher.await(home -> !home.equals(third.address()), load.entities());
            return new Outcome(
                    load.answer(), Map.of(Metrics.FAILOVER.name(), Metrics.millis(System.nanoTime() - start)));
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}
