package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The rings of a cell on one contender. A slow one makes fewer laps: its times are multiplied, and its tokens make the laps that
 * are left in a plain loop, unmeasured, so that the answer is the same for all contenders.
 */
final class RingTrial implements Trial {
    private final Workload whole;
    private final Workload measured;
    private final Rings rings;

    /**
     * Makes the trial.
     *
     * @param divisor how many times fewer laps are measured
     */
    RingTrial(Workload whole, int divisor, Rings.Opener opener) throws InterruptedException {
        this.whole = whole;
        measured = whole.dividedBy(divisor);
        rings = opener.open(measured);
    }

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        rings.resume();
        try {
            return iterate();
        } finally {
            rings.rest();
        }
    }

    private Outcome iterate() throws InterruptedException {
        var finished = new CountDownLatch(measured.rings());
        var tokens = new Token[measured.rings()];
        for (int ring = 0; ring < tokens.length; ring++) {
            tokens[ring] = new Token(measured.hopsPerToken(), finished);
        }
        Stopwatch watch = Stopwatch.start();
        for (int ring = 0; ring < tokens.length; ring++) {
            rings.start(ring, tokens[ring]);
        }
        finished.await();
        watch.stop();
        return scaled(watch.outcome(whole.answer(checksum(tokens))))
                .with(Ring.PER_HOP, (double) watch.nanos() / measured.hops());
    }

    private long checksum(Token[] tokens) {
        long sum = 0;
        for (int ring = 0; ring < tokens.length; ring++) {
            sum += Token.walk(
                    tokens[ring].checksum(), whole.firstNode(ring), whole.actors(), whole.laps() - measured.laps());
        }
        return sum;
    }

    private Outcome scaled(Outcome outcome) {
        double factor = (double) whole.laps() / measured.laps();
        Outcome result = outcome;
        for (Metric metric : new Metric[] {Metric.TIME, Metric.CPU}) {
            Double value = outcome.values().get(metric.name());
            if (value != null) {
                result = result.with(metric, value * factor);
            }
        }
        return result;
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return rings.schedulerStats();
    }

    @Override
    public void close() {
        rings.close();
    }
}
