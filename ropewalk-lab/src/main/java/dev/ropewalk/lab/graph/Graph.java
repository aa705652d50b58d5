package dev.ropewalk.lab.graph;

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
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;

/** A build's graph of actions: how close to the lower bound it is run. */
public final class Graph implements Experiment {
    static final String ACTIONS = "actions";
    static final String CALLS = "calls";
    static final String MEMORY = "memory";
    static final String CPUS = "cpus";
    static final String THREADS = "threads";

    static final Metric TO_BOUND = new Metric(
            "to-bound",
            "x",
            Metric.Better.LOWER,
            "Wall time of one iteration, divided by the lower bound: the larger of critical-path and resource-bound.");
    static final Metric CRITICAL_PATH = new Metric(
            "critical-path", "ms", Metric.Better.NEITHER, "How long the longest chain of dependent actions takes.");
    static final Metric RESOURCE_BOUND = new Metric(
            "resource-bound",
            "ms",
            Metric.Better.NEITHER,
            "For how long the scarcest resource is needed: the sum of demand by time over all"
                    + " actions, divided by the capacity.");

    private static final Pass PASS = new Pass(
            "build", 1, List.of(Metric.TIME, TO_BOUND, CRITICAL_PATH, RESOURCE_BOUND, Metric.CPU, Metric.PEAK_MEMORY));
    private static final String MAIN = "ropewalk-graph";
    private static final int MOST_CALLS = 500;
    /**
     * At 50 000 actions the best schedules come within a few percent of the bound with this, though memory is short when only
     * links are left; with half of it the bound is out of reach, and how well memory is packed decides.
     */
    private static final int MEBIBYTES = 64 << 10;

    /** More than any action demands. */
    private static final int FEWEST_MEBIBYTES = 2 << 10;

    /** Makes the experiment. */
    public Graph() {}

    @Override
    public String name() {
        return "graph";
    }

    @Override
    public String question() {
        return "How close to the lower bound is a build's graph of actions run? Sources of libraries in layers are compiled,"
                + " archived, linked and tested. Nine of ten actions wait 5 to 50 ms for a remote call, of which only so"
                + " many may be in flight; one computes for 0.2 to 1 ms on a CPU; each demands memory meanwhile.";
    }

    @Override
    public String finding() {
        return "Not published before. The Bazel team's question behind the experiment limits: a build system wants a limit"
                + " from what is really scarce, memory and remote calls, instead of a fixed number of threads. The aim is"
                + " at most 1.1 of the lower bound.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(ACTIONS, "", "actions of the graph", 1, 10_000_000),
                new Parameter.Count(CALLS, "", "remote calls in flight at most", 1, 100_000),
                new Parameter.Count(
                        MEMORY, "MiB", "memory that actions may demand together", FEWEST_MEBIBYTES, Integer.MAX_VALUE),
                new Parameter.Count(CPUS, "", "actions that compute at once at most", 1, 1024),
                new Parameter.Count(THREADS, "", "threads of fixed-pool", 1, 10_000));
    }

    @Override
    public Grid grid(Size size) {
        List<Integer> actions = switch (size) {
            case SMOKE -> List.of(2000);
            case TOUR -> List.of(20_000);
            case QUICK -> List.of(50_000);
            case FULL -> List.of(10_000, 50_000, 200_000);
        };
        long cores = Runtime.getRuntime().availableProcessors();
        return Grid.unit()
                .by(ACTIONS, actions)
                .by(CALLS, MOST_CALLS)
                .by(MEMORY, size == Size.FULL ? List.of(MEBIBYTES / 2, MEBIBYTES) : List.of(MEBIBYTES))
                .by(CPUS, cores)
                .by(THREADS, MOST_CALLS + cores);
    }

    @Override
    public String chartParameter() {
        return ACTIONS;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender(
                        "fixed-pool",
                        "A pool of platform threads, one for each remote call and CPU. It gets an action when all it depends"
                                + " on is done; memory, and then a call or CPU, are acquired by semaphores.",
                        (params, graph, capacities) -> new SemaphoreRunner(
                                Executors.newFixedThreadPool(params.integer(THREADS)), graph, capacities)),
                contender(
                        "virtual-semaphore",
                        "A virtual thread for each action when all it depends on is done, with semaphores as fixed-pool.",
                        (params, graph, capacities) ->
                                new SemaphoreRunner(Executors.newVirtualThreadPerTaskExecutor(), graph, capacities)),
                contender(
                        MAIN,
                        "Ropewalk's TaskGraph with a Budget of memory, calls and CPUs, on the JDK's virtual threads. It knows"
                                + " how long each action takes.",
                        (params, graph, capacities) -> new RopewalkRunner(graph, capacities)));
    }

    private static Contender contender(String name, String description, Runner.Opener opener) {
        return Contender.of(name, description, cell -> new GraphTrial(cell, opener));
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "fixed-pool", "virtual-semaphore"),
                "A smaller graph than at the other sizes, so that several iterations fit.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(
                        TO_BOUND.name(), "How close a build's graph comes to the least time that its actions allow."),
                new Headline(Metric.CPU.name(), "How much CPU time running the graph takes."));
    }

    /** No run can be faster than the lower bound. */
    @Override
    public OptionalDouble bound(String metric, Params params) {
        return metric.equals(TO_BOUND.name()) ? OptionalDouble.of(1) : OptionalDouble.empty();
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return params.number(ACTIONS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Execution.rightAnswer(cell.params().number(ACTIONS)));
    }
}
