package dev.ropewalk.lab.flow;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Carriers;
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
import java.util.Locale;
import java.util.Optional;

/** Flows whose operators do next to nothing, in one thread and across asynchronous boundaries. */
public final class Flows implements Experiment {
    static final Metric PER_ELEMENT = new Metric(
            "per-element",
            "ns",
            Metric.Better.LOWER,
            "Wall time of one iteration, divided by the numbers of the range, through all operators together.");

    private static final String MAIN = "ropewalk";
    private static final Pass PASS =
            new Pass("time", 1, List.of(Metric.TIME, PER_ELEMENT, Metric.CPU, Metric.PEAK_MEMORY));

    /** Makes the experiment. */
    public Flows() {}

    @Override
    public String name() {
        return "flow";
    }

    @Override
    public String question() {
        return "What does an operator of a flow cost, and what an asynchronous boundary? A map, a filter and a map in one"
                + " thread; lists of 100; a boundary behind a range; a second one between two maps; eight in a row; four"
                + " ranges that are merged, without and with a map each. Each number goes through all of it, to a sum.";
    }

    @Override
    public String finding() {
        return "Nothing is published that names all of these. The aim is at most 0.8 of the best rival's time for an element"
                + " at a boundary, and at most 1.1 for operators in one thread. Where a range stands in front of a boundary,"
                + " Reactor, RxJava and Ropewalk all let the other side make the numbers; a second boundary has to hand them"
                + " over. In the same way Reactor and RxJava let a merge make the numbers of its ranges, but not those behind a map.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Program.WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(Program.PROGRAM, "what the flow does", Program.labels()),
                new Parameter.Count(Program.ELEMENTS, "", "how many numbers there are", 1, 1_000_000_000));
    }

    @Override
    public Grid grid(Size size) {
        Grid grid = Grid.unit()
                .by(Program.WORKERS, Runtime.getRuntime().availableProcessors())
                .by(Program.PROGRAM, size == Size.TOUR ? List.of(Program.HAND_OVER.label()) : Program.labels());
        return grid.by(
                Program.ELEMENTS,
                switch (size) {
                    case SMOKE -> 10_000;
                    case TOUR, QUICK -> 1_000_000;
                    case FULL -> 10_000_000;
                });
    }

    @Override
    public String chartParameter() {
        return Program.PROGRAM;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender("reactor", "Reactor, Flux with publishOn, on a parallel scheduler.", ReactorFlows::new),
                contender("rxjava", "RxJava 3, Flowable with observeOn, on a pool of threads.", RxFlows::new),
                contender("kotlin", "Kotlin, Flow with buffer, on Dispatchers.Default.", workers -> new KotlinFlows())
                        .refusing(Flows::otherThanCores)
                        .withJvmArgs("-Dkotlinx.coroutines.default.parallelism="
                                + Runtime.getRuntime().availableProcessors()),
                contender(
                                "jdk",
                                "The JDK, a SubmissionPublisher for each boundary, on virtual threads.",
                                workers -> new JdkFlows())
                        .refusing(params -> otherThanCores(params).or(() -> needsOperators(params))),
                contender(MAIN, "Ropewalk, sources with async, on a strand for each boundary.", RopewalkFlows::new));
    }

    private static Contender contender(String name, String description, Library.Opener opener) {
        return Contender.of(name, description, cell -> {
            Params params = cell.params();
            return new FlowTrial(
                    Program.named(params), params.integer(Program.ELEMENTS), opener.open(Program.workers(params)));
        });
    }

    private static Optional<String> otherThanCores(Params params) {
        return Carriers.refusal(Program.workers(params));
    }

    private static Optional<String> needsOperators(Params params) {
        return Program.named(params).needsOperators()
                ? Optional.of("the JDK has publishers, but no operators")
                : Optional.empty();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "reactor", "rxjava", "kotlin", "jdk"),
                "With a second boundary each element has to be handed over from one side to the other, so that no library"
                        + " can do without a buffer.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(PER_ELEMENT.name(), "What operators and boundaries cost an element."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return params.number(Program.ELEMENTS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(answer(Program.sum(cell)));
    }

    /** Returns an answer as contenders give it. */
    static String answer(long sum) {
        return String.format(Locale.ROOT, "sum %d", sum);
    }

    /** A fresh JVM for each program: none is compiled for the operators of the ones before. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }
}
