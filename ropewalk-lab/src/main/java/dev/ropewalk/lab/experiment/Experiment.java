package dev.ropewalk.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A workload, its contenders, and what is measured. An implementation has a public constructor without arguments: the driver and
 * every contender's JVM make their own instance.
 */
public interface Experiment {
    /** Returns the name, as on the command line. */
    String name();

    /** Returns what the experiment asks, in a sentence or a few. */
    String question();

    /** Returns what was found and published before, and where. */
    String finding();

    /** Returns what the cells differ in. */
    List<Parameter> parameters();

    /** Returns the cells of a size; each has a value for every parameter. */
    Grid grid(Size size);

    /**
     * Returns the name of the parameter that runs along the horizontal axis of charts; empty if the cells have no order, so that one
     * chart counts them.
     */
    String chartParameter();

    /** Returns the contenders. */
    List<Contender> contenders();

    /** Returns which of them take part at a size unless others are named: all, where there aren't too many. */
    default List<Contender> contenders(Size size) {
        return contenders();
    }

    /** Returns what size {@code tour} shows; the cell is that of the grid of this size. */
    Tour tour();

    /** Returns the name of Ropewalk's main entry, against which ratios are given. */
    String mainContender();

    /** Returns the lines of this experiment in a report's summary, the most important one first. */
    List<Headline> headlines();

    /** Returns the name of the contender that shows what the machine allows and is no rival, empty if there is none. */
    default Optional<String> limit() {
        return Optional.empty();
    }

    /** Returns the names of the contenders that do less than the limit does, so that it is none for them. */
    default Set<String> beyondLimit() {
        return Set.of();
    }

    /** Returns the best value of a metric that any contender can reach in a cell; empty if none is known. */
    default OptionalDouble bound(String metric, Params params) {
        return OptionalDouble.empty();
    }

    /**
     * Returns the name of the metric that says how far a figure is from what was measured on the real machine, in percent; empty
     * if the experiment models nothing. It has a value only where a real machine could be asked.
     */
    default Optional<String> distanceFromReality() {
        return Optional.empty();
    }

    /** Returns the kinds of iteration; the first one also serves as warm-up. */
    List<Pass> passes();

    /** Returns what each iteration of a cell must answer, computed without any contender. */
    Answers answers(Cell cell);

    /** Returns how many bytes of state a contender holds from iteration to iteration in a cell. */
    default long stateBytes(Params params) {
        return 0;
    }

    /**
     * Returns how long an iteration of a cell takes on any machine, since it waits for the clock. A run gets the time for that
     * on top of what it has for computing.
     */
    default Duration waiting(Params params) {
        return Duration.ZERO;
    }

    /**
     * Returns how much an iteration of a cell does, in a unit of the experiment's own. An iteration may take its part of what the
     * largest one of size {@code full} may, so that much work isn't taken for a hang. Zero has the limit of the size, whatever it
     * does.
     */
    default double work(Params params) {
        return 0;
    }

    /** Returns the most time that a run of a size may take, if that is less than runs of this size usually may. */
    default Optional<Duration> atMost(Size size) {
        return Optional.empty();
    }

    /** Returns how many rounds a cell gets at most, if one iteration already brings what others need many for. */
    default int mostRounds() {
        return Integer.MAX_VALUE;
    }

    /** Returns how long a contender's JVM lives. */
    default Lifetime lifetime() {
        return Lifetime.EXPERIMENT;
    }

    /** Returns all metrics of all passes. */
    default List<Metric> metrics() {
        return passes().stream().flatMap(pass -> pass.metrics().stream()).toList();
    }
}
