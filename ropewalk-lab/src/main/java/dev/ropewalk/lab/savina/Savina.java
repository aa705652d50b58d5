package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.stream.Collectors;

/** The programs of the Savina suite of actor benchmarks, on Ropewalk and on Pekko. */
public final class Savina implements Experiment {
    private static final String WORKERS = "workers";
    private static final String PROGRAM = "program";
    private static final String SCALE = "scale";
    private static final Pass PASS = new Pass("time", 1, List.of(Metric.TIME, Metric.CPU, Metric.PEAK_MEMORY));

    /** Makes the experiment. */
    public Savina() {}

    @Override
    public String name() {
        return "savina";
    }

    @Override
    public String question() {
        return "How fast are actors that do next to nothing but talk, and how much of that is left when they have work to do?";
    }

    @Override
    public String finding() {
        return Programs.ALL.stream()
                .map(program -> program.label() + ": " + program.description())
                .collect(Collectors.joining(
                        "; ",
                        "The programs are those of the Savina suite (Shams Imam and Vivek Sarkar, 2014), written anew, once per"
                                + " runtime with the same actors and messages. The aim is at most half of Pekko's time in the"
                                + " geometric mean, and no program slower. ",
                        "."));
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(PROGRAM, "what the actors do", Programs.labels()),
                new Parameter.Choice(SCALE, "how large the programs are", Scale.labels()));
    }

    @Override
    public Grid grid(Size size) {
        Scale scale = size == Size.SMOKE ? Scale.SMOKE : Scale.FULL;
        return Grid.unit()
                .by(WORKERS, Runtime.getRuntime().availableProcessors())
                .by(PROGRAM, size == Size.TOUR ? List.of(new Bank().label()) : Programs.labels())
                .by(SCALE, scale.label());
    }

    @Override
    public String chartParameter() {
        return PROGRAM;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.of("ropewalk", "Ropewalk's actors with their defaults.", Savina::ropewalk),
                Contender.of(
                        "pekko",
                        "Pekko's classic actors on the default dispatcher, a ForkJoinPool, with the default mailbox.",
                        Savina::pekko));
    }

    private static Trial ropewalk(Cell cell) {
        Program program = program(cell);
        Scale scale = scale(cell);
        Scheduler scheduler =
                Scheduler.builder().workers(cell.params().integer(WORKERS)).build();
        var system = dev.ropewalk.actor.ActorSystem.builder("savina")
                .scheduler(scheduler)
                .build();
        return new SavinaTrial(() -> program.onRopewalk(system, scale), () -> {
            system.close();
            scheduler.close();
        });
    }

    private static Trial pekko(Cell cell) {
        Program program = program(cell);
        Scale scale = scale(cell);
        var system = PekkoSystem.open(cell.params().integer(WORKERS));
        return new SavinaTrial(() -> program.onPekko(system, scale), () -> PekkoSystem.close(system));
    }

    private static Program program(Cell cell) {
        return Programs.of(cell.params().text(PROGRAM));
    }

    private static Scale scale(Cell cell) {
        return Scale.of(cell.params().text(SCALE));
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(mainContender(), "pekko"),
                "Transfers between accounts: requests and replies among actors that hold state, as in most programs. Of the"
                        + " other programs many do one thing only.");
    }

    @Override
    public String mainContender() {
        return "ropewalk";
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(Metric.TIME.name(), "How long whole programs of actors take."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    /** A fresh JVM for each program: none is compiled for the actors of the ones before. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(program(cell).answer(scale(cell)));
    }
}
