package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Appenders of a journal in one run of a simulation, and what they were told. Records have numbers. */
final class JournalRun {
    static final long SEGMENT_BYTES = 16 << 10;
    static final JournalOptions OPTIONS = JournalOptions.defaults().segmentBytes(SEGMENT_BYTES);

    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(100, 300));
    private static final String FOLDER = "/orders";
    private static final int PAYLOAD_BYTES = 1500;

    /** Numbers of records whose append was begun. */
    final Set<Integer> begun = new LinkedHashSet<>();
    /** Numbers of records whose append has returned. */
    final Set<Integer> appended = new LinkedHashSet<>();
    /** Numbers of records that were told to be durable. */
    final Set<Integer> durable = new LinkedHashSet<>();

    /** Checks a body in many runs. */
    static void check(String name, UnaryOperator<SimulationOptions> faults, SimulationBody body) {
        Simulations.check(faults.apply(options(name)), body);
    }

    /** Checks a body in half as many runs, for one that is checked with both formats. */
    static void checkHalf(String name, UnaryOperator<SimulationOptions> faults, SimulationBody body) {
        Simulations.check(faults.apply(options(name)).runs(Math.ceilDiv(RUNS, 2)), body);
    }

    /** As {@link #check}, and in a few runs on threads that pass a baton, which may wait through the scheduler only. */
    static void checkWithBaton(String name, SimulationBody body) {
        check(name, UnaryOperator.identity(), body);
        Simulations.check(options(name).runs(Math.ceilDiv(RUNS, 30)).virtualThreads(false), body);
    }

    static SimulationOptions options(String name) {
        return SimulationOptions.defaults()
                .name("journal " + name)
                .seed(Long.getLong("ropewalk.sim.seed", 1))
                .strategy(Strategy.portfolio())
                .runs(RUNS);
    }

    static Journal open(SimulatedDisk disk, JournalOptions options) {
        return Journal.open(disk.path(FOLDER), options);
    }

    static Journal open(SimulatedDisk disk) {
        return open(disk, OPTIONS);
    }

    /** Starts threads that append so many records each, and force after each one if they are told to. */
    void start(Simulation simulation, Journal journal, int threads, int records, boolean forces) {
        for (int i = 0; i < threads; i++) {
            int first = i * records;
            simulation.start("appender " + i, () -> {
                try (Appender appender = journal.appender()) {
                    for (int number = first; number < first + records; number++) {
                        append(appender, number);
                        if (forces) {
                            force(journal);
                        }
                    }
                }
            });
        }
    }

    void append(Appender appender, int number) {
        begun.add(number);
        appender.append(payload(number));
        appended.add(number);
    }

    void force(Journal journal) {
        Set<Integer> before = Set.copyOf(appended);
        journal.force();
        durable.addAll(before);
    }

    /** Returns a payload that tells its number in each of its words. */
    static byte[] payload(int number) {
        ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES);
        while (payload.hasRemaining()) {
            payload.putInt(number);
        }
        return payload.array();
    }

    /** Returns the number that a payload tells, all of whose bytes are right. */
    static int number(byte[] payload) {
        int number = ByteBuffer.wrap(payload).getInt();
        assertThat(payload).isEqualTo(payload(number));
        return number;
    }

    /** Returns the numbers of all records from a tailer's place on. */
    static List<Integer> read(Tailer tailer) {
        List<Integer> numbers = new ArrayList<>();
        Optional<JournalRecord> next = tailer.tryRead();
        while (next.isPresent()) {
            numbers.add(number(next.get().payload()));
            next = tailer.tryRead();
        }
        return numbers;
    }

    static List<Integer> read(Journal journal) {
        try (Tailer tailer = journal.tailer()) {
            return read(tailer);
        }
    }

    /** Returns the numbers of all records of the journal on a disk, and closes it. */
    static List<Integer> read(SimulatedDisk disk) {
        try (Journal journal = open(disk)) {
            return read(journal);
        }
    }
}
