package dev.ropewalk.lab.limits;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;

/** Very many tasks that compute and wait, of which only so many may be in flight. */
public final class Limits extends ProcessExperiment {
    private static final String MAIN = "ropewalk-bounded";

    /** Makes the experiment. */
    public Limits() {}

    @Override
    public String name() {
        return Program.LIMITS;
    }

    @Override
    public String question() {
        return "What does it cost to bound how many tasks are in flight on virtual threads? Each task computes a small"
                + " Fibonacci number, sleeps, and computes it again. Whole processes are measured, one for each iteration:"
                + " a build system pays for the CPU time beside the commands that it runs.";
    }

    @Override
    public String finding() {
        return "Google's Bazel team on loom-dev, June 2024, on 128 cores, strategies 1 to 4: at 10 000 tasks wall"
                + " 720 / 636 / 486 / 480 ms and user CPU 23.7 / 21.3 / 10.8 / 8.4 s; at a million wall about 35 s for all and"
                + " user CPU 165 / 336 / 164 / 217 s. On 16 cores, a million: wall 34.5 / 35.3 / 60.2 / 34.4 s, user CPU"
                + " 263 / 285 / 172 / 256 s. So 2 burns CPU, 3 saves it but can lose wall time, 4 is balanced: none has"
                + " both. The aim is at most 0.9 of the CPU time of the best, 1.02 of its wall time, and no more memory"
                + " than the smallest, at every size.";
    }

    @Override
    public Grid grid(Size size) {
        Grid small = Grid.unit()
                .by(TASKS, size == Size.SMOKE ? 2000 : 10_000)
                .by(IN_FLIGHT, 600)
                .by(FIB, 17)
                .by(SLEEP, 20)
                .by(AOT_CACHE, NO);
        // Where the start of the JVM dominates, it is measured with its cure, too.
        return switch (size) {
            case SMOKE -> small.by(AOT_CACHE, NO, YES);
            case TOUR -> small;
            case QUICK -> small.by(TASKS, 10_000, 100_000).and(small.by(AOT_CACHE, YES));
            case FULL -> small.by(TASKS, 10_000, 100_000, 1_000_000).and(small.by(AOT_CACHE, YES));
        };
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender("strategy-1", "A ForkJoinPool with a platform thread for each task that may be in flight."),
                contender(
                        "strategy-2",
                        "A virtual thread for each task, all started at once; each acquires a semaphore before it works."),
                contender("strategy-3", "A fixed pool with a virtual thread for each task that may be in flight."),
                contender(
                        "strategy-4",
                        "A virtual thread for each task, from a factory that acquires a semaphore before it starts one."),
                contender(MAIN, "Ropewalk's BoundedExecutor with its defaults, on the JDK's virtual threads."),
                contender(
                        "ropewalk-scheduler",
                        "Ropewalk's BoundedExecutor on the virtual threads of a scheduler whose workers don't spin."),
                contender(
                        "ropewalk-budget",
                        "A virtual thread for each task, from a factory that waits for a grant of Ropewalk's Budget, of one"
                                + " resource, before it starts one."));
    }

    /** At smoke those that tell whether all is well; the tests run the others. */
    @Override
    public List<Contender> contenders(Size size) {
        return contenders().stream()
                .filter(contender -> size != Size.SMOKE
                        || contender.isOurs()
                        || contender.name().equals("strategy-4"))
                .toList();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "ropewalk-scheduler", "strategy-3", "strategy-4"),
                "The smallest published size. Strategies 3 and 4 are those that the publication found best.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(Metric.CPU.name(), "How much CPU time a process takes that bounds its tasks in flight."),
                new Headline(Metric.PEAK_MEMORY.name(), "How much memory that process takes."));
    }
}
