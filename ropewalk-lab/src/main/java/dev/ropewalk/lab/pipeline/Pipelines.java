package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Events that pass through graphs of stages: throughput, latency, and what it costs to wait for the next event. */
public final class Pipelines implements Experiment {
    static final Metric THROUGHPUT = new Metric(
            "throughput",
            "M/s",
            Metric.Better.HIGHER,
            "Million events a second, from the first that is published until the last is handled.");
    static final Metric IDLE_CPU = new Metric(
            "idle-cpu",
            "%",
            Metric.Better.LOWER,
            "CPU time of the contender's whole process while its pipeline is started and nothing is published, in percent"
                    + " of one core.");
    static final Metric LOW_CPU = new Metric(
            "low-load-cpu",
            "%",
            Metric.Better.LOWER,
            "The same at 10 000 events a second, ten each millisecond: about one percent of what a blocking queue takes."
                    + " The producer, which sleeps in between, is counted too.");

    static final Pass THROUGHPUT_PASS =
            new Pass("throughput", 6, List.of(THROUGHPUT, Metric.TIME, Metric.CPU, Metric.PEAK_MEMORY));
    static final Pass LATENCY = new Pass("latency", 4, metrics(List.of(), Percentile.AT_RATE));
    static final Pass IDLE = new Pass("idle", 1, metrics(List.of(IDLE_CPU, LOW_CPU), Percentile.OF_WAKE_UPS));

    /** What the Disruptor's own tests take: enough that a consumer which loses its CPU for a while doesn't stop producers. */
    private static final long CAPACITY = 1 << 16;

    private static final long MAX_EVENTS = 1_000_000_000;

    /** What tells whether all models answer right. */
    private static final Set<String> SMOKE =
            Set.of("disruptor-yielding", "disruptor-blocking", "abq", RopewalkEntries.MAIN, "ropewalk-strands");
    /** Mixtures of the other strategies. */
    private static final Set<String> RARE = Set.of("disruptor-lite", "disruptor-phased");

    /** Makes the experiment. */
    public Pipelines() {}

    private static List<Metric> metrics(List<Metric> first, List<Percentile> percentiles) {
        return Stream.concat(first.stream(), percentiles.stream().map(Percentile::metric))
                .toList();
    }

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public String question() {
        return "How fast do events pass through graphs of stages? One producer and one consumer; three producers; three"
                + " consumers of every event; three stages in a row; a diamond; handlers that share events by key, with"
                + " keys by Zipf's law; workers that share events of uneven work. And what does it cost to wait for the"
                + " next event? Contenders are to be compared at the same wait strategy; threads that spin suffer where"
                + " there are more of them than cores.";
    }

    @Override
    public String finding() {
        return "Martin Thompson and others, 2011, the Disruptor against ArrayBlockingQueue, in million events a second: 1P1C"
                + " 26 against 5.3, a pipeline of three 17 against 2.1, 3P1C 13 against 5.5, a multicast to three 9.4"
                + " against 1.1, a diamond 16 against 2.1; mean latency in three stages 52 ns against 32 757 ns. The aim is"
                + " no row below the Disruptor at the same wait strategy, one and a half times its throughput at 3P1C,"
                + " and under 1 % of a core when idle with wake-ups under 50 microseconds for what parks.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Choice(Workload.WORKLOAD, "producers and stages", Workload.labels()),
                new Parameter.Count(Workload.WIDTH, "", "handlers that share events by key, and workers", 1, 1024),
                new Parameter.Count(
                        Workload.CAPACITY, "", "places of the ring, or of each queue; a power of two", 2, 1 << 24),
                new Parameter.Count(
                        Workload.EVENTS,
                        "",
                        "events an iteration; a sixteenth of that where latency is measured",
                        16,
                        MAX_EVENTS),
                new Parameter.Count(
                        Workload.RATE,
                        "events/s",
                        "at which latency is measured, all producers together",
                        1,
                        MAX_EVENTS));
    }

    @Override
    public Grid grid(Size size) {
        Grid grid = Grid.unit()
                .by(Workload.WORKLOAD, size == Size.TOUR ? List.of(Workload.ONE_TO_ONE.label()) : Workload.labels())
                .by(Workload.WIDTH, Math.max(2, Runtime.getRuntime().availableProcessors()))
                .by(Workload.CAPACITY, CAPACITY);
        return switch (size) {
            case SMOKE -> grid.by(Workload.EVENTS, 10_000).by(Workload.RATE, 100_000);
            case TOUR, QUICK -> grid.by(Workload.EVENTS, 1_000_000).by(Workload.RATE, 500_000);
            case FULL -> grid.by(Workload.EVENTS, 10_000_000).by(Workload.RATE, 500_000);
        };
    }

    @Override
    public String chartParameter() {
        return Workload.WORKLOAD;
    }

    @Override
    public List<Contender> contenders() {
        return Stream.concat(Rivals.all().stream(), RopewalkEntries.all().stream())
                .toList();
    }

    @Override
    public List<Contender> contenders(Size size) {
        return contenders().stream()
                .filter(contender -> switch (size) {
                    case SMOKE -> SMOKE.contains(contender.name());
                    case TOUR, QUICK -> !RARE.contains(contender.name());
                    case FULL -> true;
                })
                .toList();
    }

    /** Returns a contender. */
    static Contender contender(String name, String description, Line.Opener opener) {
        return Contender.of(name, description, cell -> new PipelineTrial(Load.of(cell), opener));
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(
                        RopewalkEntries.MAIN,
                        "ropewalk-parking",
                        "ropewalk-strands",
                        "disruptor-yielding",
                        "disruptor-blocking",
                        "jctools"),
                "One producer and one stage: the figure by which such libraries are known, and the only graph whose threads"
                        + " don't outnumber the cores of a small machine. A spinning and a parking strategy of both.");
    }

    @Override
    public String mainContender() {
        return RopewalkEntries.MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(THROUGHPUT.name(), "How many events a second pass from a producer to a handler."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(THROUGHPUT_PASS, LATENCY, IDLE);
    }

    @Override
    public double work(Params params) {
        return params.number(Workload.EVENTS);
    }

    @Override
    public Answers answers(Cell cell) {
        return new RightAnswers(Load.of(cell));
    }

    /** A fresh JVM for each workload: none is compiled for the handlers of the ones before. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }
}
