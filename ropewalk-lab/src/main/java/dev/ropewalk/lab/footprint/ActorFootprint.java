package dev.ropewalk.lab.footprint;

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

/** Very many idle actors: what each holds and what spawning it takes. */
public final class ActorFootprint implements Experiment {
    static final String WORKERS = "workers";
    static final String SPAWNER = "spawner";
    static final String ACTORS = "actors";
    static final String PARENT = "parent";
    static final Metric BYTES = new Metric(
            "bytes",
            "bytes",
            Metric.Better.LOWER,
            "Heap that an idle actor holds: what all reachable objects take with the actors, less what they took before"
                    + " them, divided by their number. Each has handled a message. The reference by which the experiment"
                    + " holds it isn't counted.");
    static final Metric PER_SPAWN = new Metric(
            "per-spawn",
            "ns",
            Metric.Better.LOWER,
            "Wall time from the first spawn until all actors exist, divided by their number.");

    private static final String OUTSIDE = "outside";
    private static final Pass PASS = new Pass("spawn", 1, List.of(BYTES, PER_SPAWN, Metric.CPU, Metric.PEAK_MEMORY));

    /** Makes the experiment. */
    public ActorFootprint() {}

    @Override
    public String name() {
        return "actor-footprint";
    }

    @Override
    public String question() {
        return "What does an idle actor hold, without the user's state, and what does it cost to spawn one? Actors without"
                + " names are spawned by one thread outside, or by one actor as its children.";
    }

    @Override
    public String finding() {
        return "Measured for Ropewalk, not published before. The aim is at most 150 bytes an actor and a fifth of Pekko's,"
                + " and a fifth of Pekko's time to spawn one.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(SPAWNER, "who spawns", List.of(OUTSIDE, PARENT)),
                new Parameter.Count(ACTORS, "", "actors", 1, 10_000_000));
    }

    @Override
    public Grid grid(Size size) {
        Grid grid = Grid.unit()
                .by(WORKERS, Runtime.getRuntime().availableProcessors())
                .by(SPAWNER, OUTSIDE, PARENT);
        return switch (size) {
            case SMOKE -> grid.by(ACTORS, 10_000);
            case TOUR -> grid.by(SPAWNER, PARENT).by(ACTORS, 100_000);
            case QUICK -> grid.by(ACTORS, 1_000_000);
            case FULL -> grid.by(ACTORS, 10_000, 100_000, 1_000_000);
        };
    }

    @Override
    public String chartParameter() {
        return SPAWNER;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender(
                        "pekko",
                        "Pekko's classic actors on the default dispatcher, a ForkJoinPool; a behaviour object without fields"
                                + " for each, as Pekko requires.",
                        PekkoPopulation::new),
                contender(
                        "ropewalk",
                        "Ropewalk's actors with their defaults; one behaviour that all share.",
                        RopewalkPopulation::new));
    }

    private static Contender contender(String name, String description, Population.Opener opener) {
        return Contender.of(name, description, cell -> new FootprintTrial(cell.params(), opener));
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(mainContender(), "pekko"),
                "Actors that are spawned as the children of one actor, as supervision asks for.");
    }

    @Override
    public String mainContender() {
        return "ropewalk";
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(BYTES.name(), "How much heap an idle actor holds."),
                new Headline(PER_SPAWN.name(), "What it costs to spawn an actor."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    /** Returns an answer as contenders give it. */
    static String answer(long actors) {
        return actors + " actors";
    }

    @Override
    public double work(Params params) {
        return params.number(ACTORS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(answer(cell.params().number(ACTORS)));
    }
}
