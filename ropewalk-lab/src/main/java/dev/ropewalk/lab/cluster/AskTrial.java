package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Questions to entities of the other node, each asked when the one before is answered. */
final class AskTrial implements Trial {
    private static final int LONGEST_SECONDS = 60;
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double TAIL = 99;
    private static final double MEDIAN = 50;

    private final Load load;
    private final Nodes nodes;
    private final List<Integer> away;

    AskTrial(String contender, Load load) throws Exception {
        this.load = load;
        nodes = new Nodes(contender, load);
        away = nodes.away();
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        var latencies = new Histogram(TimeUnit.SECONDS.toNanos(LONGEST_SECONDS), DIGITS);
        for (int i = 0; i < load.amount(); i++) {
            int entity = away.get(i % away.size());
            long start = System.nanoTime();
            String home = nodes.first().whereIs(entity).toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
            latencies.recordValue(System.nanoTime() - start);
            if (!home.equals(nodes.second().address())) {
                throw new IllegalStateException("entity " + entity + " has moved to " + home);
            }
        }
        return new Outcome(
                load.answer(),
                Map.of(
                        Metrics.ASK_MEDIAN.name(),
                        latencies.getValueAtPercentile(MEDIAN) / NANOS_PER_MICRO,
                        Metrics.ASK_TAIL.name(),
                        latencies.getValueAtPercentile(TAIL) / NANOS_PER_MICRO));
    }

    @Override
    public void close() {
        nodes.close();
    }
}
