package dev.ropewalk.lab.bugs;

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
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.catalogue.Catalogue;
import dev.ropewalk.sim.catalogue.PlantedBug;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The catalogue of planted bugs: in which run each strategy of the simulator finds them, and other tools. */
public final class PlantedBugs implements Experiment {
    static final String BUG = "bug";
    static final String SEEDS = "seeds";
    static final String LIMIT = "limit-ms";
    static final String TOOL_LIMIT = "tool-limit-ms";
    static final String ANSWER = "searched";

    static final Metric FOUND = new Metric(
            "found", "%", Metric.Better.HIGHER, "How many of the seeds found the bug within the limit of time.");
    static final Metric RUNS = new Metric(
            "runs",
            "",
            Metric.Better.LOWER,
            "Runs until the bug is found, the run that shows it included: the median over the seeds, in which a search"
                    + " without success counts as endless.");
    static final Metric TIME = new Metric(
            "time",
            "ms",
            Metric.Better.LOWER,
            "Wall time until the bug is found: the median over the seeds. Lincheck's has the work on classes in it that it"
                    + " begins with, and its report, but not the start of its JVM.");
    static final Metric TOLD = new Metric(
            "told",
            "ms",
            Metric.Better.LOWER,
            "Wall time until the bug is found and told: repeated, shrunk, and shown step by step.");
    static final Metric STEPS = new Metric(
            "steps",
            "",
            Metric.Better.LOWER,
            "Steps of the shrunk failure, those of the first thread and the starts of threads included. Lincheck doesn't"
                    + " shrink such programs.");

    private static final Pass PASS = new Pass("search", 1, List.of(RUNS, TIME, FOUND, STEPS, TOLD));
    private static final String MAIN = "ropewalk-portfolio";
    private static final String LINCHECK = "lincheck";
    private static final String NO_FRAY =
            "can't run: some of Fray's parts aren't in Maven Central's index as this build sees it, among them"
                    + " fray-core, fray-instrumentation-jdk, fray-instrumentation-agent and the native fray-jvmti-linux-x8664;"
                    + " \"Could not find artifact org.pastalab.fray:fray-core:jar:0.9.2 in central\"";
    private static final String TOUR_BUG = "a-deadlock-of-four-threads-needs-three-preemptions";
    private static final Duration QUICK = Duration.ofSeconds(60);
    private static final Duration FULL = Duration.ofMinutes(10);
    /** Size quick looks for one in so many bugs. */
    private static final int QUICK_PART = 7;

    /** Makes the experiment. */
    public PlantedBugs() {}

    @Override
    public String name() {
        return "simulation";
    }

    @Override
    public String question() {
        return "How soon are planted bugs found? Each of the catalogue's small programs has one bug that shows under some"
                + " schedules only. Ropewalk's simulator looks for it with each of its strategies and several seeds."
                + " Lincheck's model checking looks for it in those programs that are made of threads alone: "
                + Catalogue.all().stream()
                        .filter(bug -> bug.onThreads().isPresent())
                        .count()
                + " of " + Catalogue.all().size()
                + ". The others use Ropewalk's actors, channels, pipelines, limits, executors or graphs in simulated threads,"
                + " which are virtual, and Lincheck controls no virtual threads.";
    }

    @Override
    public String finding() {
        return "Burckhardt et al., ASPLOS 2010: PCT finds bugs of known depth with a probability that is known. Yuan et"
                + " al., CAV 2018, and Zhao et al., ASPLOS 2025: POS and uniform walks find many of the bugs of SCTBench"
                + " in fewer runs than PCT and random walks. No strategy was ahead in all programs.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(SEEDS, "", "searches of each strategy, each with another seed", 1, 1_000),
                new Parameter.Count(LIMIT, "ms", "how long one search may take", 1, 600_000),
                new Parameter.Count(TOOL_LIMIT, "ms", "how long the one search of another tool may take", 1, 600_000),
                new Parameter.Choice(BUG, "what is wrong with the program", labels(Catalogue.all())));
    }

    private static List<String> labels(List<PlantedBug> bugs) {
        return bugs.stream().map(PlantedBug::label).toList();
    }

    /** Returns the planted bug with a label. */
    static PlantedBug bug(String label) {
        return Catalogue.all().stream()
                .filter(bug -> bug.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the catalogue has no bug '" + label + "'"));
    }

    static PlantedBug bug(Params params) {
        return bug(params.text(BUG));
    }

    @Override
    public Grid grid(Size size) {
        return switch (size) {
            case SMOKE -> cells(1, 200, 1_000, List.of("increments-are-lost", "a-select-loses-an-element"));
            case TOUR -> cells(3, 1_000, 6_000, List.of(TOUR_BUG));
            case QUICK -> cells(3, 500, 8_000, quickPart());
            case FULL -> cells(5, 1_000, 20_000, labels(Catalogue.all()));
        };
    }

    private static List<String> quickPart() {
        List<String> all = labels(Catalogue.all());
        return all.stream()
                .filter(label -> all.indexOf(label) % QUICK_PART == 0)
                .toList();
    }

    private static Grid cells(int seeds, int limitMillis, int toolLimitMillis, List<String> bugs) {
        return Grid.unit()
                .by(SEEDS, seeds)
                .by(LIMIT, limitMillis)
                .by(TOOL_LIMIT, toolLimitMillis)
                .by(BUG, bugs);
    }

    @Override
    public Optional<Duration> atMost(Size size) {
        return switch (size) {
            case SMOKE, TOUR -> Optional.empty();
            case QUICK -> Optional.of(QUICK);
            case FULL -> Optional.of(FULL);
        };
    }

    /** One iteration searches with all seeds. */
    @Override
    public int mostRounds() {
        return 1;
    }

    @Override
    public String chartParameter() {
        return "";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                strategy(
                        "portfolio",
                        "Strategies take turns, with several depths and bounds: the default.",
                        Strategy.portfolio()),
                strategy("random", "Each thread that can go on is as likely as the others.", Strategy.randomWalk()),
                strategy(
                        "round-robin",
                        "Threads take a step each, in turn; other decisions are random.",
                        Strategy.roundRobin()),
                strategy("pct", "Random priorities, changed at two random points: PCT with depth 3.", Strategy.pct(3)),
                strategy(
                        "pos",
                        "Partial order sampling: random priorities of steps, drawn again among those that race.",
                        Strategy.pos()),
                strategy(
                        "uniform",
                        "Each order of the visible steps is about as likely as the others: SURW.",
                        Strategy.uniform()),
                strategy(
                        "delays",
                        "Threads go on until they wait; at two random points a turn is skipped.",
                        Strategy.delays(2)),
                strategy(
                        "exhaustive",
                        "All schedules with at most two preemptions, depth first. Seeds change nothing.",
                        Strategy.exhaustive(2)),
                Contender.of(
                                LINCHECK,
                                "Lincheck's model checking (runConcurrentTest) on the same program with plain threads. It"
                                        + " has no seeds and searches once.",
                                LincheckTrial::new)
                        .refusing(params -> refusal(bug(params))),
                Contender.of("fray", "Fray, a tool that controls the threads of an instrumented JDK.", cell -> {
                            throw new UnsupportedOperationException(NO_FRAY);
                        })
                        .refusing(params -> Optional.of(NO_FRAY)));
    }

    private static Contender strategy(String name, String description, Strategy strategy) {
        return Contender.of("ropewalk-" + name, description, cell -> new SimulatorTrial(cell, fair(strategy)))
                .withJvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx512m");
    }

    /** As the simulator's default: threads that poll for each other come to an end under any strategy. */
    private static Strategy fair(Strategy strategy) {
        return strategy.withFairTail(100_000);
    }

    private static Optional<String> refusal(PlantedBug bug) {
        if (bug.onThreads().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                bug.theme().isOfRopewalk()
                        ? "not translated: the program uses Ropewalk's "
                                + bug.theme().name().toLowerCase(Locale.ROOT) + " in simulated threads"
                        : "not translated: the program is right only where nothing else runs between two points");
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "ropewalk-random", "ropewalk-pct", "ropewalk-uniform", LINCHECK),
                "The bug that needs most preemptions, in a program that Lincheck can run, too.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(RUNS.name(), "How many runs it takes until a planted bug is found."),
                new Headline(TIME.name(), "How long it takes until a planted bug is found."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(ANSWER);
    }
}
