package dev.ropewalk.lab.affinity;

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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Messages through shared memory and files, between threads and between processes: what pinning does, and what lasts. */
public final class Affinity implements Experiment {
    private static final Pass PASS = new Pass("run", 1, Metrics.all());
    private static final int MAX_BYTES = 4096;
    private static final Set<String> SMOKE = Set.of(Parties.MAIN, "chronicle-queue", "aeron-ipc", "limit");

    /** Makes the experiment. */
    public Affinity() {}

    @Override
    public String name() {
        return "affinity";
    }

    @Override
    public String question() {
        return "How fast do messages go from one thread to another through shared memory or files, and what does it change"
                + " where the threads run? Ping-pong between two threads and between two processes; throughput between two"
                + " threads; entries that are made durable; and how long a log takes to open after its last writer was"
                + " killed. Every message is copied from the writer's heap to the reader's. The journal checks each one's"
                + " CRC, which no rival has.";
    }

    @Override
    public String finding() {
        return "Java Chronicle, February 2012, 4.6 GHz: mean round trips of 332-336 ns without pinning and 171-176 ns with it,"
                + " isolated CPUs or not, on two cores or one; 15-65 round trips over 100 microseconds without pinning, 5-8"
                + " pinned, 2-4 isolated; 15.3-18.4 million entries a second, 20.8-21.0 isolated. The aim is a median"
                + " round trip of at most 1.2 of limit's, and 1.5 at 99.9 %; 15 times the throughput of Chronicle Queue and"
                + " 1.5 times that of Aeron with 8 bytes, and with 1024 bytes at least two thirds of limit's; a recovery of"
                + " 100 ms a GB at most.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Choice(Load.WORKLOAD, "what is measured", Workload.labels()),
                new Parameter.Choice(
                        Load.SETUP,
                        "where the two threads run; from pinned-tsc on they read the CPU's counter as their clock",
                        Setup.labels()),
                new Parameter.Choice(Load.STORAGE, "where the files are", Storage.labels()),
                new Parameter.Count(Load.BYTES, "", "bytes of a message", Message.MIN_BYTES, MAX_BYTES),
                new Parameter.Count(
                        Load.AMOUNT,
                        "",
                        "round trips, messages for throughput, milliseconds for durable, MiB for recovery",
                        1,
                        1_000_000_000),
                new Parameter.Count(Load.WRITERS, "", "threads that append durable entries", 1, 1024));
    }

    @Override
    public Grid grid(Size size) {
        return Cells.of(size);
    }

    @Override
    public String chartParameter() {
        return Load.BYTES;
    }

    @Override
    public List<Contender> contenders() {
        return Parties.contenders();
    }

    /** At smoke those that tell whether all is well; the tests run the others. */
    @Override
    public List<Contender> contenders(Size size) {
        return contenders().stream()
                .filter(contender -> size != Size.SMOKE || SMOKE.contains(contender.name()))
                .toList();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(Parties.MAIN, "agrona", "aeron-ipc", "chronicle-queue", Parties.LIMIT),
                "The published ping-pong with pinned threads. Chronicle Queue is what became of the published program; Agrona"
                        + " and Aeron are faster than it, but keep nothing.");
    }

    @Override
    public String mainContender() {
        return Parties.MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(
                new Headline(
                        Metrics.RTT_MEDIAN.name(), "How long a message takes to another thread and back, typically."),
                new Headline(Metrics.RTT_TAIL.name(), "How long the slowest of a thousand such round trips takes."),
                new Headline(
                        Metrics.THROUGHPUT.name(), "How many messages a second one thread writes and another reads."),
                new Headline(Metrics.DURABLE.name(), "How many entries a second become durable."));
    }

    @Override
    public Optional<String> limit() {
        return Optional.of(Parties.LIMIT);
    }

    @Override
    public Set<String> beyondLimit() {
        return Parties.BLOCKS;
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return Load.of(params).work();
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Load.of(cell.params()).answer());
    }

    @Override
    public Duration waiting(Params params) {
        Load load = Load.of(params);
        return load.workload() == Workload.DURABLE ? Duration.ofMillis(load.amount()) : Duration.ZERO;
    }

    /** A fresh JVM for each cell: none is compiled for another kind of channel. */
    @Override
    public Lifetime lifetime() {
        return Lifetime.CELL;
    }
}
