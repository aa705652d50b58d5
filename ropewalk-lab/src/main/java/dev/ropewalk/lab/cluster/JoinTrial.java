package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Map;

/** A third process becomes a node, and leaves. */
final class JoinTrial implements Trial {
    private final Load load;
    private final Nodes nodes;

    JoinTrial(String contender, Load load) throws Exception {
        this.load = load;
        nodes = new Nodes(contender, load);
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        try (PeerNode third = nodes.start()) {
            third.leave();
            return new Outcome(load.answer(), Map.of(Metrics.JOIN.name(), Metrics.millis(third.joinNanos())));
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}
