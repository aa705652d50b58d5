package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A third process becomes a node, and leaves. Of the contenders with a cache of classes, one before it has made that. */
final class JoinTrial implements Trial {
    private final Load load;
    private final Nodes nodes;
    private final Optional<ClassCache> cache;

    JoinTrial(String contender, Load load) throws Exception {
        this.load = load;
        nodes = new Nodes(contender, load);
        try {
            cache = Parties.hasCache(contender) ? Optional.of(ClassCache.make(nodes)) : Optional.empty();
        } catch (IOException | InterruptedException e) {
            nodes.close();
            throw e;
        }
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        try (PeerNode third = nodes.start(cache.map(ClassCache::flags).orElse(List.of()))) {
            third.leave();
            return new Outcome(load.answer(), Map.of(Metrics.JOIN.name(), Metrics.millis(third.joinNanos())));
        }
    }

    @Override
    public void close() {
        nodes.close();
        cache.ifPresent(ClassCache::close);
    }
}
