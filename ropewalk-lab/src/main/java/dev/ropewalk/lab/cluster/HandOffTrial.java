package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Map;

/** A third process becomes a node, gets its part of the entities, and leaves, while all of them are asked. */
final class HandOffTrial implements Trial {
    private static final int PERCENT = 100;
    private static final int TAIL = 99;
    /** A node of three gets about a third; of few entities it may be less. */
    private static final int PART = 8;

    private final Load load;
    private final Nodes nodes;

    HandOffTrial(String contender, Load load) throws Exception {
        this.load = load;
        nodes = new Nodes(contender, load);
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        try (var watcher = new Watcher(nodes.first(), load.entities());
                PeerNode third = nodes.start()) {
            watcher.await(third.address()::equals, load.entities() / PART);
            third.leave();
            watcher.await(home -> !home.equals(third.address()), load.entities());
            long[] pauses = watcher.pauses();
            return new Outcome(
                    load.answer(),
                    Map.of(
                            Metrics.PAUSE.name(),
                            Metrics.millis(pauses[(pauses.length - 1) * TAIL / PERCENT]),
                            Metrics.LONGEST_PAUSE.name(),
                            Metrics.millis(pauses[pauses.length - 1])));
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}
