package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;
import java.util.Set;

/** Entities on nodes of a cluster, each node a process of its own on the loopback network. */
public final class Clusters implements Experiment {
    private static final Pass PASS = new Pass("run", 1, Metrics.all());

    /** Each is asked 20 times a second, by questions that cost a tenth of a millisecond of CPU and more: more of them would be the load that is measured. */
    private static final int WATCHED = 60;

    private static final Set<String> SMOKE = Set.of(Parties.MAIN, Parties.PEKKO);

    /** Makes the experiment. */
    public Clusters() {}

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public String question() {
        return "What do entities cost that live on another node? How many messages a second one thread sends to some"
                + " of them, at most once and at least once, and how long a question takes; what an entity of the same"
                + " process costs; and how long it takes until a node has joined, entities have moved, or others have"
                + " taken the place of those that were killed. Each node is a process, all on the loopback network of one"
                + " machine, in plain text.";
    }

    @Override
    public String finding() {
        return "Nothing is published that names these. The aim is at least 0.9 of the rate of Pekko's sharding without"
                + " a loss that nobody is told, twice the rate of its ShardingProducerController, at most 1.1 of its"
                + " median time for a question; at most 1.3 of a plain actor's time for a message to an entity of the same"
                + " process; to join in 3 s, pauses of at most 500 ms for 99 % of the entities that move, and failover in"
                + " 10 s. Pekko takes 20 s for that by default, on purpose, and drops messages when 3072 of them wait for"
                + " the network.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Choice(Load.WORKLOAD, "what is measured", Workload.labels()),
                new Parameter.Count(
                        Load.ENTITIES,
                        "",
                        "entities; of those the ones on another node are told and asked",
                        1,
                        100_000),
                new Parameter.Count(Load.AMOUNT, "", "messages or questions", 1, 100_000_000),
                new Parameter.Choice(
                        Load.WINDOW,
                        "messages that an entity may be sent at least once before it has handled the first; by default"
                                + " Ropewalk's sender sends 1024, and Pekko's 50",
                        List.of(Load.DEFAULT_WINDOW, "50", "1024")));
    }

    @Override
    public Grid grid(Size size) {
        return switch (size) {
            case SMOKE -> cells(Workload.TELL, 20, 2_000);
            case TOUR -> cells(Workload.TELL, 200, 200_000);
            case QUICK -> rates();
            case FULL ->
                rates().and(cells(Workload.JOIN, 200, 1))
                        .and(cells(Workload.HAND_OFF, WATCHED, 1))
                        .and(cells(Workload.FAILOVER, WATCHED, 1));
        };
    }

    private static Grid rates() {
        return cells(Workload.TELL, 200, 200_000)
                .and(cells(Workload.ASK, 200, 3_000))
                .and(cells(Workload.RELIABLE, 200, 100_000).by(Load.WINDOW, Load.DEFAULT_WINDOW, "50", "1024"))
                .and(cells(Workload.LOCAL, 1, 3_000_000));
    }

    private static Grid cells(Workload workload, int entities, int amount) {
        return Grid.unit()
                .by(Load.WORKLOAD, workload.label())
                .by(Load.ENTITIES, entities)
                .by(Load.AMOUNT, amount)
                .by(Load.WINDOW, Load.DEFAULT_WINDOW);
    }

    @Override
    public String chartParameter() {
        return Load.WORKLOAD;
    }

    @Override
    public List<Contender> contenders() {
        return Parties.contenders();
    }

    /** At smoke those that tell whether all is well, in JVMs that compile little: most of the time is the start of four nodes. The tests run more. */
    @Override
    public List<Contender> contenders(Size size) {
        return size == Size.SMOKE
                ? contenders().stream()
                        .filter(contender -> SMOKE.contains(contender.name()))
                        .map(contender -> contender.withJvmArgs("-XX:TieredStopAtLevel=1"))
                        .toList()
                : contenders();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(Parties.MAIN, Parties.PEKKO),
                "One thread tells entities of another process as fast as it can: what both do most of the time."
                        + " Pekko's queue is made so long that it drops nothing.");
    }

    @Override
    public String mainContender() {
        return Parties.MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(Metrics.RATE.name(), "How many messages a second reach entities of another process."),
                new Headline(Metrics.ASK_MEDIAN.name(), "How long a question to one of them takes, typically."),
                new Headline(Metrics.PER_MESSAGE.name(), "What a message to an entity of the same process costs."),
                new Headline(Metrics.PAUSE.name(), "For how long an entity pauses when it moves to another node."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    /** All of them wait for other processes: none hangs because it takes long. */
    @Override
    public double work(Params params) {
        return 1;
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Load.of(cell.params()).answer());
    }

    /** A fresh JVM for each cell: none is compiled for another workload. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }
}
