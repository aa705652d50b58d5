package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import java.util.List;
import java.util.stream.Stream;

/** Processes that do nothing but pass elements on through channels. */
public final class Channels implements Experiment {
    static final Metric PER_ELEMENT = new Metric(
            "per-element",
            "ns",
            Metric.Better.LOWER,
            "Wall time of one iteration, divided by how often an element was received, on all channels together.");

    private static final Pass PASS =
            new Pass("time", 1, List.of(Metric.TIME, PER_ELEMENT, Metric.CPU, Metric.PEAK_MEMORY));

    /** Of the longest workload: a goroutine with its stack, or a thread with its continuation. */
    private static final long STATE_BYTES = 20_000_000;

    /** Makes the experiment. */
    public Channels() {}

    @Override
    public String name() {
        return "channels";
    }

    @Override
    public String question() {
        return "What does it cost to hand an element over through a channel? One sender and one receiver, without and with"
                + " a buffer; a thousand such pairs; ping-pong over two channels; a chain of 10 000 processes; select;"
                + " 100 senders to one receiver; 4 senders and 4 receivers on one channel. Spawning isn't measured.";
    }

    @Override
    public String finding() {
        return "Measured for Ropewalk before it had channels, on 2 cores, in ns an element for rendezvous, a buffer of 16 and"
                + " a select of two: Go 171-200, 51-62 and 225-261; Kotlin 168, 87 and 313-346; jox 520, 250 and 550."
                + " Spinning is poison when both parties share a carrier. The aim is at most half of jox's time, at most"
                + " Kotlin's, and at most 1.2 of Go's with a buffer, 1.3 without.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Workload.WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(Workload.WORKLOAD, "how processes and channels are arranged", Workload.labels()),
                new Parameter.Count(
                        Workload.ELEMENTS,
                        "",
                        "how often an element is received in an iteration, on all channels together; as near as the"
                                + " arrangement allows",
                        1,
                        1_000_000_000));
    }

    @Override
    public Grid grid(Size size) {
        Grid grid = Grid.unit()
                .by(Workload.WORKERS, Runtime.getRuntime().availableProcessors())
                .by(Workload.WORKLOAD, size == Size.TOUR ? List.of(Workload.RENDEZVOUS.label()) : Workload.labels());
        return grid.by(
                Workload.ELEMENTS,
                switch (size) {
                    case SMOKE -> 10_000;
                    case TOUR, QUICK -> 200_000;
                    case FULL -> 2_000_000;
                });
    }

    @Override
    public String chartParameter() {
        return Workload.WORKLOAD;
    }

    @Override
    public List<Contender> contenders() {
        return Stream.concat(Rivals.all().stream(), RopewalkEntries.all().stream())
                .toList();
    }

    /** Returns a contender in the lab's own process. */
    static Contender contender(String name, String description, Parties.Opener opener) {
        return Contender.of(name, description, cell -> {
            Wiring wiring = Workload.of(cell);
            return new ChannelsTrial(wiring, opener.open(wiring, Workload.workers(cell.params())));
        });
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(RopewalkEntries.MAIN, "ropewalk-callback", "go", "kotlin", "jox", "juc"),
                "Without a buffer each element has to find its receiver: nothing hides what it costs to switch from one"
                        + " process to the other. It is the workload that is hardest for Ropewalk.");
    }

    @Override
    public String mainContender() {
        return RopewalkEntries.MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(PER_ELEMENT.name(), "What handing an element from one process to another costs."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return params.number(Workload.ELEMENTS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Workload.of(cell).answer());
    }

    @Override
    public long stateBytes(Params params) {
        return STATE_BYTES;
    }

    /** A fresh JVM for each workload: none is compiled for the channels of the ones before. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }
}
