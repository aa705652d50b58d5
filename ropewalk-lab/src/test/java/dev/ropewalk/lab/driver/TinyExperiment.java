package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Tour;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** An experiment that takes no time, with contenders that misbehave in the cell {@code n=2}. */
public class TinyExperiment implements Experiment {
    protected static final long BAD_CELL = 2;
    /** For a JVM that starts soon and takes little of the machine. */
    public static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    static final Metric COUNT = new Metric("count", "runs", Metric.Better.HIGHER, "How often it ran.");
    static final Metric CELLS = new Metric("cells", "cells", Metric.Better.HIGHER, "How many cells its JVM has seen.");
    static final Metric GIVEN = new Metric("given", "ms", Metric.Better.NEITHER, "What the cell gives.");

    /** What a contender does instead of answering right. */
    @FunctionalInterface
    private interface Misdeed {
        String answer(String right) throws InterruptedException;
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String question() {
        return "Does the driver drive?";
    }

    @Override
    public String finding() {
        return "It should.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count("n", "items", "how many", 1, 1000),
                new Parameter.Choice("mode", "which way", List.of("slow", "fast")));
    }

    @Override
    public Grid grid(Size size) {
        return (size == Size.TOUR ? Grid.unit().by("n", 1) : Grid.unit().by("n", 1, BAD_CELL, 3)).by("mode", "fast");
    }

    @Override
    public String chartParameter() {
        return "n";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender("ropewalk", right -> right),
                contender("rival", right -> {
                    System.out.println("{\"answer\": \"printed by a contender\"}");
                    return right;
                }),
                contender("liar", right -> "no " + right),
                contender("thrower", right -> {
                    throw new IllegalStateException("thrown on purpose");
                }),
                contender("mortal", right -> {
                    System.err.println("last words");
                    Runtime.getRuntime().halt(7);
                    return right;
                }),
                contender("sleeper", right -> {
                    new CountDownLatch(1).await();
                    return right;
                }),
                contender("picky", right -> right)
                        .refusing(params ->
                                params.number("n") == BAD_CELL ? Optional.of("not in this cell") : Optional.empty()));
    }

    private static Contender contender(String name, Misdeed misdeed) {
        return Contender.of(name, "The " + name + ".", cell -> new TinyTrial(cell, misdeed))
                .withJvmArgs(QUICK_START.toArray(String[]::new));
    }

    @Override
    public Tour tour() {
        return new Tour(List.of("ropewalk", "rival"), "All behave in this cell.");
    }

    @Override
    public String mainContender() {
        return "ropewalk";
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(Metric.TIME.name(), "How long nothing takes."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(
                new Pass("first", 2, List.of(Metric.TIME, Metric.CPU, Metric.PEAK_MEMORY)),
                new Pass("second", 1, List.of(COUNT, CELLS, GIVEN)));
    }

    @Override
    public Answers answers(Cell cell) {
        return iteration -> answer(cell, iteration);
    }

    private static String answer(Cell cell, int iteration) {
        return cell.params() + " seed=" + cell.seed() + " iteration=" + iteration;
    }

    private static final class TinyTrial implements Trial {
        private static int trials;

        private final Cell cell;
        private final Misdeed misdeed;
        private int iterations;

        TinyTrial(Cell cell, Misdeed misdeed) {
            this.cell = cell;
            this.misdeed = misdeed;
            trials++;
        }

        @Override
        public Outcome run(Pass pass) throws InterruptedException {
            BooleanSupplier bad = () -> cell.params().number("n") == BAD_CELL;
            String right = answer(cell, iterations++);
            Stopwatch watch = Stopwatch.start().stop();
            return watch.outcome(bad.getAsBoolean() ? misdeed.answer(right) : right)
                    .with(COUNT, iterations)
                    .with(CELLS, trials)
                    .with(GIVEN, (double) cell.params().number("n"));
        }

        @Override
        public void close() {}
    }

    /** The same with a JVM for each iteration. */
    public static final class Fresh extends TinyExperiment {
        @Override
        public Lifetime lifetime() {
            return Lifetime.ITERATION;
        }
    }

    /** The same with a JVM for each cell. */
    public static final class Tidy extends TinyExperiment {
        @Override
        public Lifetime lifetime() {
            return Lifetime.CELL;
        }
    }

    /** The same with state that fits the heap once, but not once for each contender. */
    public static final class Large extends TinyExperiment {
        @Override
        public long stateBytes(Params params) {
            return params.number("n") == BAD_CELL ? Long.MAX_VALUE / 100 : ChildJvm.maxHeapBytes() / 2;
        }
    }
}
