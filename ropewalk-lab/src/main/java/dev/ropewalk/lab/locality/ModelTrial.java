package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.sim.machine.CostTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One contender of a cell in the model, and beside it in reality where this machine has the cores. */
final class ModelTrial implements Trial {
    /** How many times the real contender runs for one figure, of which the least counts. */
    private static final int REAL_RUNS = 40;

    /** How many times as many messages as a core in the model the real contender gets in one run. */
    private static final int REAL_TIMES = 3;

    /** How many messages each actor gets at least in a real run, so that the first submissions don't count. */
    private static final int MIN_MESSAGES_OF_ACTOR = 25;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLION = 1e6;
    private static final double PERCENT = 100;

    private final Cell cell;
    private final Pools pools;
    private final Workload workload;
    private final Model model;
    private final List<Double> modelled = new ArrayList<>();
    private @Nullable LocalityTrial realTrial;

    ModelTrial(Cell cell, Pools pools) throws InterruptedException {
        this.cell = cell;
        this.pools = pools;
        workload = modelled(cell);
        boolean measured = cell.params().text(LocalityManycore.COSTS).equals(LocalityManycore.MEASURED);
        model = new Model(workload, pools, measured ? CostProbe.once() : CostTable.published(), cell.seed());
        model.iterate();
    }

    /** Returns what the model runs in a cell: so many messages for each core. */
    static Workload modelled(Cell cell) {
        Params params = cell.params();
        return new Workload(
                cell, Math.multiplyExact(params.integer(Workload.MESSAGES), params.integer(Workload.WORKERS)));
    }

    /**
     * Returns what the real contender runs in a cell: so few messages that a run is likely to pass without anything else on its
     * cores, which the model knows nothing of.
     */
    static Workload real(Cell cell) {
        Params params = cell.params();
        return new Workload(
                cell,
                Math.max(
                        Math.multiplyExact(REAL_TIMES, params.integer(Workload.MESSAGES)),
                        Math.multiplyExact(MIN_MESSAGES_OF_ACTOR, params.integer(Workload.ACTORS))));
    }

    static String answer(long messages) {
        return messages + " messages processed";
    }

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        return pass.name().equals(LocalityManycore.REAL_PASS.name()) ? runReal() : runModel();
    }

    private Outcome runModel() {
        long before = model.processed();
        Model.Misses missesBefore = model.misses();
        double millis = perMillion((double) model.iterate(), workload.messages());
        long messages = model.processed() - before;
        modelled.add(millis);
        return new Outcome(answer(messages), Map.of())
                .with(LocalityManycore.MODEL_TIME, millis)
                .with(LocalityManycore.MODEL_WAIT, model.longestWaitNanos() / NANOS_PER_MICRO)
                .with(
                        LocalityManycore.MODEL_MISSES,
                        (double) model.misses().minus(missesBefore).missed() / messages);
    }

    private static double perMillion(double nanos, long messages) {
        return nanos / NANOS_PER_MILLI * MILLION / messages;
    }

    private Outcome runReal() throws InterruptedException {
        if (!LocalityManycore.isReal(cell.params())) {
            return new Outcome(LocalityManycore.NO_SUCH_MACHINE, Map.of());
        }
        LocalityTrial trial = openReal();
        double leastMillis = Double.MAX_VALUE;
        String answer = "";
        for (int run = 0; run < REAL_RUNS; run++) {
            Outcome outcome = trial.run(LocalityManycore.REAL_PASS);
            if (!answer.isEmpty() && !answer.equals(outcome.answer())) {
                return new Outcome(answer + ", then " + outcome.answer(), Map.of());
            }
            answer = outcome.answer();
            leastMillis = Math.min(
                    leastMillis, Objects.requireNonNull(outcome.values().get(Metric.TIME.name())));
        }
        double millis = perMillion(leastMillis * NANOS_PER_MILLI, real(cell).messages());
        double expected = modelled.stream().sorted().toList().get(modelled.size() / 2);
        return new Outcome(answer, Map.of())
                .with(LocalityManycore.REAL_TIME, millis)
                .with(LocalityManycore.OFF, PERCENT * Math.abs(expected - millis) / millis);
    }

    /** Makes the real contender at its first turn, and warms it up: what the model ran has compiled none of it. */
    private LocalityTrial openReal() throws InterruptedException {
        LocalityTrial opened = realTrial;
        if (opened == null) {
            Workload its = real(cell);
            opened = new LocalityTrial(its, pools.open(its.workers(), its.actors()));
            realTrial = opened;
            for (int k = 0; k < 2 * REAL_RUNS; k++) {
                opened.run(LocalityManycore.REAL_PASS);
            }
        }
        return opened;
    }

    @Override
    public void close() {
        model.close();
        if (realTrial != null) {
            realTrial.close();
        }
    }
}
