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
import java.util.Map;

/** Actors with private state under executors that do or don't keep an actor on one thread. */
public final class Locality implements Experiment {
    static final Metric MAX_WAIT = new Metric(
            "max-wait",
            "us",
            Metric.Better.LOWER,
            "The longest that any actor waited between the submission of a message and its run, in iterations of their"
                    + " own, because the clock is read twice a message. A scheduler can buy locality by starving.");
    static final Pass WAIT_PASS = new Pass("wait", 3, List.of(MAX_WAIT));

    private static final Pass TIME_PASS = new Pass("time", 5, List.of(Metric.TIME, Metric.CPU, Metric.PEAK_MEMORY));
    private static final long MESSAGES = 4_000_000;
    private static final long SMOKE_MESSAGES = 40_000;
    /** An actor's object, its array's header, and its strand. */
    private static final long BYTES_BESIDE_STATE = 256;

    /** Makes the experiment. */
    public Locality() {}

    @Override
    public String name() {
        return "locality";
    }

    @Override
    public String question() {
        return "What does it cost that an executor runs an actor's next message on another thread than the last one? Each"
                + " actor has private state; a message reads and writes it at random positions and then submits the"
                + " actor's next message.";
    }

    @Override
    public String finding() {
        return "Rüdiger Möller, October 2014: with few hot actors, dedicated threads are ahead of work stealing by up to"
                + " 30 % and a pool with one shared queue is far behind (2001 ms against 505 and 557 ms at 8 workers,"
                + " 24 actors, 20 accesses, 64 bytes). With 8000 actors work stealing is ahead, because nothing stays in"
                + " cache and dedicated threads can't balance. The ideal would be work stealing with a soft affinity of"
                + " actors to threads; nobody had built it.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Workload.WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Count(Workload.ACTORS, "", "actors", 1, 1_000_000),
                new Parameter.Count(Workload.ACCESSES, "", "reads and writes a message", 1, 1_000_000),
                new Parameter.Count(Workload.STATE, "bytes", "private state of an actor", 1, 1L << 30),
                new Parameter.Choice(Workload.LOAD, "how messages are dealt to actors", Load.labels()),
                new Parameter.Count(Workload.MESSAGES, "", "messages an iteration, all actors together", 1, 1L << 30));
    }

    @Override
    public Grid grid(Size size) {
        long cores = Runtime.getRuntime().availableProcessors();
        return switch (size) {
            case SMOKE ->
                cells(List.of(cores), List.of(24), List.of(20), List.of(64), SMOKE_MESSAGES)
                        .replacing(Map.of(Workload.LOAD, List.of(Load.ROUND_ROBIN.label())))
                        .and(cells(List.of(cores), List.of(8000), List.of(20), List.of(4000), SMOKE_MESSAGES)
                                .replacing(Map.of(Workload.LOAD, List.of(Load.ZIPF.label()))));
            case TOUR ->
                cells(List.of(cores), List.of(8000), List.of(20), List.of(4000), MESSAGES)
                        .replacing(Map.of(Workload.LOAD, List.of(Load.ZIPF.label())));
            case QUICK ->
                cells(List.of(cores), List.of(24), List.of(20), List.of(64), MESSAGES)
                        .replacing(Map.of(Workload.LOAD, List.of(Load.ROUND_ROBIN.label())))
                        .and(cells(List.of(cores), List.of(24), List.of(20), List.of(32_000), MESSAGES))
                        .and(cells(List.of(cores), List.of(8000), List.of(20), List.of(4000), MESSAGES));
            case FULL ->
                cells(
                        List.of(cores, 6, 8),
                        List.of(18, 24, 240, 8000),
                        List.of(20, 100),
                        List.of(64, 256, 2000, 4000, 32_000, 320_000, 3_200_000),
                        MESSAGES);
        };
    }

    private static Grid cells(
            List<? extends Number> workers,
            List<Integer> actors,
            List<Integer> accesses,
            List<Integer> state,
            long messages) {
        return Grid.unit()
                .by(Workload.WORKERS, workers)
                .by(Workload.ACTORS, actors)
                .by(Workload.ACCESSES, accesses)
                .by(Workload.STATE, state)
                .by(Workload.LOAD, Load.labels())
                .by(Workload.MESSAGES, messages);
    }

    @Override
    public String chartParameter() {
        return Workload.STATE;
    }

    @Override
    public List<Contender> contenders() {
        return Arrays.stream(Pools.values()).map(Pools::contender).toList();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(mainContender(), "workstealing", "dedicated", "pekko-affinity"),
                "Skewed load on more state than the caches hold. It is the case that was called realistic when this was first"
                        + " published, and neither of the two published winners, work stealing and dedicated threads, is"
                        + " made for it.");
    }

    @Override
    public String mainContender() {
        return Pools.ROPEWALK_SOFT.label();
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(
                        Metric.TIME.name(),
                        "What it is worth to run an actor's next message where its state is cached."),
                new Headline(
                        MAX_WAIT.name(), "How long an actor waits at worst: the price of keeping actors at home."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(TIME_PASS, WAIT_PASS);
    }

    @Override
    public double work(Params params) {
        return (double) params.number(Workload.MESSAGES) * params.number(Workload.ACCESSES);
    }

    @Override
    public Answers answers(Cell cell) {
        return new Workload(cell).answers();
    }

    @Override
    public long stateBytes(Params params) {
        return params.number(Workload.ACTORS) * (params.number(Workload.STATE) + BYTES_BESIDE_STATE);
    }
}
