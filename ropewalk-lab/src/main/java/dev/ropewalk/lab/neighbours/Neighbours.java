package dev.ropewalk.lab.neighbours;

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
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of other experiments beside processes that burn CPU, and under a quota: what that costs whom. */
public final class Neighbours implements Experiment {
    static final Metric SLOWDOWN = new Metric(
            "slowdown",
            "times",
            Metric.Better.LOWER,
            "Wall time beside the neighbours and under the quota, divided by that of the same contender without them: of"
                    + " each pair of runs, one right after the other.");
    static final Metric TIME = new Metric(
            Metric.TIME.name(),
            Metric.TIME.unit(),
            Metric.Better.LOWER,
            "Wall time beside the neighbours and under the quota. Slow contenders do less, and their times are multiplied.");
    static final Metric ALONE = new Metric(
            "alone", "ms", Metric.Better.LOWER, "Wall time without neighbours and quota, multiplied in the same way.");
    static final Metric CPU = new Metric(
            Metric.CPU.name(),
            Metric.CPU.unit(),
            Metric.Better.LOWER,
            "User and system CPU time beside the neighbours and under the quota, multiplied in the same way.");
    static final Metric NEIGHBOURS_CPU = new Metric(
            "neighbour-cpu",
            "% of a core",
            Metric.Better.HIGHER,
            "How much of a core each neighbour got meanwhile, in the mean: what a contender leaves to others.");
    static final Metric THROTTLED = new Metric(
            "throttled",
            "ms",
            Metric.Better.LOWER,
            "For how long the quota held the contender back, added up over all CPUs.");

    private static final Pass PASS =
            new Pass("pair", 1, List.of(SLOWDOWN, TIME, ALONE, CPU, NEIGHBOURS_CPU, THROTTLED));

    /** How long usual work takes alone, about. */
    private static final double USUAL_MILLIS = 120;

    private static final double PERCENT = 100;
    private static final int USUAL = 100;

    /** Ten times as much. */
    private static final int LONG = 10 * USUAL;

    /** Makes the experiment. */
    public Neighbours() {}

    @Override
    public String name() {
        return "neighbours";
    }

    @Override
    public String question() {
        return "What does it cost not to have the cores for oneself? Machines in clouds are shared and throttled. Programs of"
                + " other experiments run beside processes that burn CPU, and under a quota of half a core for each worker."
                + " Where nothing blocks, Ropewalk must not take a worker for stuck that only doesn't get to run.";
    }

    @Override
    public String finding() {
        return "Measured for Ropewalk before it looked at what its workers get to run: with two busy processes beside it on"
                + " two cores, a worker that was off its core for 100 ms was taken for stuck, spare workers were added, and"
                + " a ring took 2.3 to 2.9 s instead of 0.5. A fair share would be 1.0 s. The aim is a slowdown of at most"
                + " the best rival's in every cell, and of 0.9 of it in the geometric mean, without a spare worker.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Setting.WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(Setting.PROGRAM, "whose workload it is", Program.labels()),
                new Parameter.Count(
                        Setting.NEIGHBOURS, "", "other processes, each of which burns CPU in a thread", 0, 64),
                new Parameter.Choice(
                        Setting.QUOTA,
                        "how much CPU time a contender may have: any, or that of half a core for each worker",
                        Setting.QUOTAS),
                new Parameter.Count(
                        Setting.WORK,
                        "%",
                        "how much an iteration does; 100 takes each contender a tenth of a second alone, about",
                        1,
                        10_000));
    }

    @Override
    public Grid grid(Size size) {
        return switch (size) {
            case SMOKE ->
                beside(Program.labels(), 1)
                        .and(beside(List.of(Program.RING.label()), 0).by(Setting.QUOTA, Setting.HALF))
                        .by(Setting.WORK, 1);
            case TOUR -> beside(List.of(Program.RING.label()), 2).by(Setting.WORK, USUAL);
            case QUICK ->
                // The JVMs are warm for a program from its first cell on.
                Program.labels().stream()
                        .map(program -> beside(List.of(program), 2, 4)
                                .by(Setting.WORK, USUAL)
                                .and(throttled(List.of(program), 0)))
                        .reduce(Grid::and)
                        .orElseThrow();
            case FULL ->
                beside(Program.labels(), 0, 2, 4)
                        .by(Setting.WORK, USUAL, LONG)
                        .and(throttled(Program.labels(), 0, 2, 4));
        };
    }

    private static Grid beside(List<String> programs, Object... neighbours) {
        return Grid.unit()
                .by(Setting.WORKERS, Runtime.getRuntime().availableProcessors())
                .by(Setting.PROGRAM, programs)
                .by(Setting.NEIGHBOURS, neighbours)
                .by(Setting.QUOTA, Setting.NONE);
    }

    /**
     * Under a quota an iteration must take many of its periods, 100 ms each: in one or two it matters most whether the last one
     * is just used up or not.
     */
    private static Grid throttled(List<String> programs, Object... neighbours) {
        return beside(programs, neighbours).by(Setting.QUOTA, Setting.HALF).by(Setting.WORK, LONG);
    }

    @Override
    public String chartParameter() {
        return Setting.NEIGHBOURS;
    }

    @Override
    public List<Contender> contenders() {
        return Arrays.stream(Family.values()).map(Neighbours::contender).toList();
    }

    private static Contender contender(Family family) {
        Stream<String> flags = Program.with(family).stream()
                .flatMap(program -> program.contender(family).jvmArgs().stream())
                .distinct();
        return Contender.of(family.label(), family.description(), cell -> NeighboursTrial.open(cell, family))
                .withJvmArgs(flags.toArray(String[]::new))
                .refusing(params -> refusal(family, Setting.of(params)));
    }

    private static Optional<String> refusal(Family family, Setting setting) {
        return setting.program()
                .refusal(family, setting)
                .or(() -> setting.quota() ? Quota.refusal() : Optional.empty());
    }

    @Override
    public Tour tour() {
        return new Tour(
                contenders().stream().map(Contender::name).toList(),
                "The ring beside as many busy processes as a small machine has cores: it shows whether a runtime takes"
                        + " workers for stuck that only don't get to run.");
    }

    @Override
    public String mainContender() {
        return Family.ROPEWALK.label();
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(
                SLOWDOWN.name(),
                "How many times longer a program takes when others use the same cores, or a quota bites."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(NeighboursTrial.RIGHT);
    }

    @Override
    public long stateBytes(Params params) {
        Setting setting = Setting.of(params);
        return setting.program().stateBytes(setting);
    }

    /** What the neighbours and the quota take, no faster machine gets back. */
    @Override
    public Duration waiting(Params params) {
        Setting setting = Setting.of(params);
        double millis = USUAL_MILLIS * setting.work() / PERCENT;
        double more = setting.expectedSlowdown(Runtime.getRuntime().availableProcessors()) - 1;
        return Duration.ofMillis(Math.round(millis * more));
    }
}
