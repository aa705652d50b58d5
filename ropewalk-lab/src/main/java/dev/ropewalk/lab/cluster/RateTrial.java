package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Messages to entities of the other node, as fast as one thread sends them. */
final class RateTrial implements Trial {
    private static final int LOOK_MILLIS = 5;
    /** Of a contender that loses messages, nothing comes any more after so long a silence. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;

    private final Load load;
    private final boolean losesSilently;
    private final Nodes nodes;
    private final List<Integer> away;

    RateTrial(String contender, Load load) throws Exception {
        this.load = load;
        losesSilently = Parties.losesSilently(contender);
        nodes = new Nodes(contender, load);
        away = nodes.away();
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        nodes.second().reset();
        long toldBefore = told();
        if (load.workload() == Workload.RELIABLE) {
            nodes.first().tellReliably(away, load.amount());
        } else {
            for (int i = 0; i < load.amount(); i++) {
                nodes.first().tell(away.get(i % away.size()), i);
            }
        }
        Arrivals.Seen seen = await(toldBefore);
        return new Outcome(
                load.answer(),
                Map.of(
                        Metrics.RATE.name(),
                        seen.count() * NANOS_PER_SECOND / seen.nanos(),
                        Metrics.LOST.name(),
                        PERCENT * (load.amount() - seen.count()) / load.amount()));
    }

    private long told() throws IOException {
        return nodes.first().told() + nodes.second().told();
    }

    /** Waits until each message has come, or is known to be lost. */
    private Arrivals.Seen await(long toldBefore) throws Exception {
        long start = System.nanoTime();
        long changed = start;
        Arrivals.Seen seen = nodes.second().seen();
        while (seen.count() + told() - toldBefore < load.amount()) {
            Thread.sleep(LOOK_MILLIS);
            Arrivals.Seen before = seen;
            seen = nodes.second().seen();
            long now = System.nanoTime();
            changed = seen.count() == before.count() ? changed : now;
            if (losesSilently && now - changed > SILENCE_NANOS) {
                break;
            }
            if (now - start > LONGEST_NANOS) {
                throw new IllegalStateException(seen.count() + " of " + load.amount() + " messages came, and "
                        + (told() - toldBefore) + " are known to be lost");
            }
        }
        return seen;
    }

    @Override
    public void close() {
        nodes.close();
    }
}
