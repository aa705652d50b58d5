package dev.ropewalk.lab.limits;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/** What the experiments have in common whose contenders are measured as whole processes. */
abstract class ProcessExperiment implements Experiment {
    static final String TASKS = "tasks";
    static final String IN_FLIGHT = "in-flight";
    static final String FIB = "fib";
    static final String SLEEP = "sleep-ms";
    static final String AOT_CACHE = "aot-cache";
    static final String YES = "yes";
    static final String NO = "no";

    /** How many tasks take as long as the JVM that writes a cache, on a machine with other work. */
    private static final int TASKS_OF_A_CACHE = 100_000;

    private static final Pass PASS = new Pass(
            "process",
            1,
            List.of(
                    new Metric(
                            Metric.TIME.name(),
                            Metric.TIME.unit(),
                            Metric.Better.LOWER,
                            "Wall time of a whole process, from its launch to its end."),
                    new Metric(
                            Metric.CPU.name(),
                            Metric.CPU.unit(),
                            Metric.Better.LOWER,
                            "User and system CPU time of a whole process. Known on Linux only."),
                    new Metric(
                            Metric.PEAK_MEMORY.name(),
                            Metric.PEAK_MEMORY.unit(),
                            Metric.Better.LOWER,
                            "The most physical memory that a process has held. Known on Linux only.")));

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(TASKS, "", "tasks of a process", 1, 100_000_000),
                new Parameter.Count(IN_FLIGHT, "", "how many may be in flight at once", 1, 1_000_000),
                new Parameter.Count(FIB, "", "the Fibonacci number that a task computes twice, recursively", 0, 45),
                new Parameter.Count(SLEEP, "", "milliseconds that a task sleeps in between", 0, 60_000),
                new Parameter.Choice(
                        AOT_CACHE,
                        "whether the JVM has its classes from an ahead-of-time cache (JEP 514), which another run of the"
                                + " same contender has written",
                        List.of(NO, YES)));
    }

    /** Returns a contender, known to {@link Program} by its name. */
    final Contender contender(String name, String description) {
        return Contender.of(name, description, cell -> new ProcessTrial(name(), name, cell.params()));
    }

    @Override
    public String chartParameter() {
        return TASKS;
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return params.number(TASKS) + (params.text(AOT_CACHE).equals(YES) ? TASKS_OF_A_CACHE : 0);
    }

    @Override
    public Answers answers(Cell cell) {
        long limit = cell.params().number(IN_FLIGHT);
        return Answers.always(ProcessTrial.answer(cell.params().number(TASKS), limit, limit));
    }

    @Override
    public Duration waiting(Params params) {
        long rounds = Math.ceilDiv(params.number(TASKS), params.number(IN_FLIGHT));
        return Duration.ofMillis(rounds * params.number(SLEEP));
    }

    /** The sleeps take their time, whichever contender bounds the tasks. */
    @Override
    public OptionalDouble bound(String metric, Params params) {
        return metric.equals(Metric.TIME.name())
                ? OptionalDouble.of((double) waiting(params).toMillis())
                : OptionalDouble.empty();
    }

    @Override
    public Lifetime lifetime() {
        return Lifetime.PROGRAM;
    }
}
