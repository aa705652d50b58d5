package dev.ropewalk.lab.ring;

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
import java.util.Set;
import java.util.stream.Stream;

/** Tokens that go around rings of actors: what a message to an idle actor costs. */
public final class Ring implements Experiment {
    static final Metric PER_HOP =
            new Metric("per-hop", "ns", Metric.Better.LOWER, "Wall time of one iteration, divided by all its hops.");

    private static final Pass PASS = new Pass("time", 1, List.of(Metric.TIME, PER_HOP, Metric.CPU, Metric.PEAK_MEMORY));
    private static final String MAIN = "ropewalk-soft";
    /** Of Ropewalk's permutations, what tells most; beside them all rivals. */
    private static final Set<String> TELLING = Set.of(
            MAIN, "ropewalk-soft-fifo", "ropewalk-soft-proxy", "ropewalk-pinned", "ropewalk-free", "ropewalk-blocking");

    /** The largest part is a coroutine with its channel or a goroutine with its stack. */
    private static final long BYTES_PER_NODE = 1000;

    /** Makes the experiment. */
    public Ring() {}

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String question() {
        return "What does a message to an actor cost that was idle? Each actor of a ring passes a token to the next; a few"
                + " tokens are under way in very many actors. Spawning isn't measured.";
    }

    @Override
    public String finding() {
        return "August 2010, Scala actors on a laptop with two cores: 10 rings of 10 000 actors, 100 laps, took 45.4 and"
                + " 25.5 s on a managed fork-join pool, 65.3 and 45.9 s on a plain one, 98.1 and 53.4 s on a resizable"
                + " thread pool (with a loop around react, and with recursive react). Local queues give a fast path, and"
                + " running the newest task first keeps to what is warm. The aim is at most a quarter of the time of"
                + " Pekko's best dispatcher, and a tenth of Go's.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Workload.WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Count(Workload.RINGS, "", "rings, each with one token", 1, 10_000),
                new Parameter.Count(Workload.ACTORS, "", "actors of each ring", 2, 100_000),
                new Parameter.Count(Workload.LAPS, "", "how often each token goes around", 1, 1_000_000));
    }

    @Override
    public Grid grid(Size size) {
        return switch (size) {
            case SMOKE -> cell(10, 100, 20);
            case TOUR -> cell(10, 10_000, 20);
            case QUICK -> cell(10, 10_000, 100);
            case FULL -> cell(10, 10_000, 100).and(cell(10, 10, 100_000)).and(cell(100, 10_000, 20));
        };
    }

    private static Grid cell(int rings, int actors, int laps) {
        return Grid.unit()
                .by(Workload.WORKERS, Runtime.getRuntime().availableProcessors())
                .by(Workload.RINGS, rings)
                .by(Workload.ACTORS, actors)
                .by(Workload.LAPS, laps);
    }

    @Override
    public String chartParameter() {
        return Workload.ACTORS;
    }

    @Override
    public List<Contender> contenders() {
        return Stream.concat(Rivals.all().stream(), RopewalkEntry.all().stream().map(RopewalkEntry::contender))
                .toList();
    }

    @Override
    public List<Contender> contenders(Size size) {
        return contenders().stream()
                .filter(contender -> size == Size.FULL || !contender.isOurs() || TELLING.contains(contender.name()))
                .toList();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "pekko-fjp", "kotlin-coroutines", "go"),
                "The published rings with fewer laps. Pekko on its default dispatcher is the usual choice on the JVM;"
                        + " goroutines and coroutines are the best known alternatives to actors.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(PER_HOP.name(), "What a message to an idle actor costs."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return (double) params.number(Workload.RINGS) * params.number(Workload.ACTORS) * params.number(Workload.LAPS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Workload.of(cell).answer());
    }

    @Override
    public long stateBytes(Params params) {
        return params.number(Workload.RINGS) * params.number(Workload.ACTORS) * BYTES_PER_NODE;
    }
}
