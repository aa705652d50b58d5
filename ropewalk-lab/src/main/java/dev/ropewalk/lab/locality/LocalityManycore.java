package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@link Locality} on modelled machines with up to 128 cores; the model is first held against the cores that there are. */
public final class LocalityManycore implements Experiment {
    static final Metric MODEL_TIME = new Metric(
            "model-time",
            "ms",
            Metric.Better.LOWER,
            "Modelled time of an iteration, for a million messages. It says nothing about this machine.");
    static final Metric MODEL_WAIT = new Metric(
            "model-wait",
            "us",
            Metric.Better.LOWER,
            "The longest that any actor waited between the submission of a message and its run, in modelled time.");
    static final Metric MODEL_MISSES = new Metric(
            "model-misses",
            "per message",
            Metric.Better.LOWER,
            "How many lines a message found outside of its core's private caches, those of queues included.");
    static final Metric REAL_TIME = new Metric(
            "real-time",
            "ms",
            Metric.Better.LOWER,
            "Wall time of the same workload on this machine, for a million messages, where it has as many cores: the least"
                    + " of 40 short runs, since what else runs on a machine makes a run longer and isn't in the model.");
    static final Metric OFF = new Metric(
            "off",
            "%",
            Metric.Better.LOWER,
            "How far the modelled time is from the real one, up or down, as a share of the real one.");
    static final Pass MODEL_PASS = new Pass("model", 3, List.of(MODEL_TIME, MODEL_WAIT, MODEL_MISSES));
    static final Pass REAL_PASS = new Pass("real", 2, List.of(REAL_TIME, OFF));

    static final String COSTS = "costs";
    static final String PUBLISHED = "published";
    static final String MEASURED = "measured";

    /** What a cell is too large for to be held against the real machine answers. */
    static final String NO_SUCH_MACHINE = "this machine has fewer cores";

    /** An actor's object, its array's header, and its strand. */
    private static final long BYTES_BESIDE_STATE = 256;

    /** For each line of 64 bytes, the model notes which core has it. */
    private static final int MODEL_SHARE = 32;

    private static final long MODEL_BYTES = 64L << 20;
    private static final int MESSAGES = 20_000;
    private static final int SMOKE_MESSAGES = 1_000;
    private static final int MAX_CORES = 128;

    /** Makes the experiment. */
    public LocalityManycore() {}

    @Override
    public String name() {
        return "locality-manycore";
    }

    @Override
    public String question() {
        return "What becomes of locality on more cores than this machine has? The workload is that of experiment locality."
                + " It runs on a modelled machine: each core has private caches of 48 KiB and 1 MiB, eight cores share 32"
                + " MiB, 64 are a node with its own memory. Ropewalk's entries are the scheduler's own classes on modelled"
                + " cores; threadpool, workstealing and dedicated are models of the JDK's executors. Where the machine has"
                + " the cores, the real contenders run, too, and the report says how far the model is off.";
    }

    @Override
    public String finding() {
        return "Rüdiger Möller, October 2014: with few hot actors, fewer workers shrink the lead of dedicated threads, and"
                + " more cores grow it. That was measured with 6 and 8 workers.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Workload.ACTORS, "", "actors", 1, 1_000_000),
                new Parameter.Count(Workload.ACCESSES, "", "reads and writes a message", 1, 1_000_000),
                new Parameter.Count(Workload.STATE, "bytes", "private state of an actor", 1, 1L << 30),
                new Parameter.Choice(Workload.LOAD, "how messages are dealt to actors", Load.labels()),
                new Parameter.Count(Workload.MESSAGES, "", "messages an iteration, for each core", 1, 1L << 23),
                new Parameter.Choice(
                        COSTS,
                        "what reaching memory costs in the model: as published, or as measured on this machine",
                        List.of(PUBLISHED, MEASURED)),
                new Parameter.Count(Workload.WORKERS, "", "cores, each with a worker", 1, MAX_CORES));
    }

    @Override
    public Grid grid(Size size) {
        List<Integer> cores = List.of(1, 2, 8, 32, 128);
        return switch (size) {
            case SMOKE -> few(List.of(2, 16), SMOKE_MESSAGES);
            case TOUR -> many(List.of(32), MESSAGES / 4);
            case QUICK -> few(List.of(1, 2, 8, 32), MESSAGES).and(many(List.of(1, 2, 8, 32), MESSAGES / 4));
            case FULL ->
                cells(
                        cores,
                        List.of(18, 24, 240, 8000),
                        List.of(20, 100),
                        List.of(64, 256, 2000, 4000, 32_000, 320_000, 3_200_000),
                        Load.labels(),
                        MESSAGES);
        };
    }

    /** Returns cells of few and hot actors. */
    private static Grid few(List<Integer> cores, int messages) {
        return cells(cores, List.of(24), List.of(20), List.of(64), List.of(Load.ROUND_ROBIN.label()), messages);
    }

    /** Returns cells of many actors, of which some are hot. */
    private static Grid many(List<Integer> cores, int messages) {
        return cells(cores, List.of(8000), List.of(20), List.of(4000), List.of(Load.ZIPF.label()), messages);
    }

    private static Grid cells(
            List<Integer> cores,
            List<Integer> actors,
            List<Integer> accesses,
            List<Integer> state,
            List<String> loads,
            int messages) {
        return Grid.unit()
                .by(Workload.ACTORS, actors)
                .by(Workload.ACCESSES, accesses)
                .by(Workload.STATE, state)
                .by(Workload.LOAD, loads)
                .by(Workload.MESSAGES, messages)
                .by(COSTS, PUBLISHED)
                .by(Workload.WORKERS, cores);
    }

    @Override
    public String chartParameter() {
        return Workload.WORKERS;
    }

    @Override
    public List<Contender> contenders() {
        return Arrays.stream(Pools.values())
                .filter(Pools::isModelled)
                .map(LocalityManycore::contender)
                .toList();
    }

    private static Contender contender(Pools pools) {
        return Contender.of(pools.label(), pools.description(), cell -> new ModelTrial(cell, pools))
                .withJvmArgs("-Djdk.virtualThreadScheduler.parallelism=1");
    }

    @Override
    public Tour tour() {
        return new Tour(
                Stream.of(Pools.ROPEWALK_SOFT, Pools.WORKSTEALING, Pools.DEDICATED)
                        .map(Pools::label)
                        .toList(),
                "The realistic case of experiment locality on a modelled machine of 32 cores. Whether the model may be"
                        + " believed, the sizes quick and full show, which hold it against this machine.");
    }

    @Override
    public String mainContender() {
        return Pools.ROPEWALK_SOFT.label();
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(MODEL_TIME.name(), "In a model: what locality is worth where cores are many."),
                new Headline(MODEL_WAIT.name(), "In a model: how long an actor waits at worst."));
    }

    @Override
    public Optional<String> distanceFromReality() {
        return Optional.of(OFF.name());
    }

    @Override
    public List<Pass> passes() {
        return List.of(MODEL_PASS, REAL_PASS);
    }

    @Override
    public double work(Params params) {
        return (double) params.number(Workload.MESSAGES)
                * params.number(Workload.WORKERS)
                * params.number(Workload.ACCESSES);
    }

    @Override
    public Answers answers(Cell cell) {
        String modelled = ModelTrial.answer(ModelTrial.modelled(cell).messages());
        String real = isReal(cell.params()) ? ModelTrial.real(cell).answers().at(1) : NO_SUCH_MACHINE;
        return new Answers() {
            @Override
            public String at(int iteration) {
                return modelled;
            }

            @Override
            public String at(int iteration, Pass pass) {
                return pass.name().equals(REAL_PASS.name()) ? real : modelled;
            }
        };
    }

    /** Returns whether this machine has as many cores as a cell asks for. */
    static boolean isReal(Params params) {
        return params.number(Workload.WORKERS) <= Runtime.getRuntime().availableProcessors();
    }

    @Override
    public long stateBytes(Params params) {
        long bytes = params.number(Workload.ACTORS) * (params.number(Workload.STATE) + BYTES_BESIDE_STATE);
        return MODEL_BYTES + bytes / MODEL_SHARE + (isReal(params) ? bytes : 0);
    }
}
