package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Threads that append durable entries for some time, each after the one before is durable. */
record DurableTrial(Party party, Load load) implements Trial {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public Outcome run(Pass pass) throws Exception {
        var appended = new LongAdder();
        try (var scratch = Scratch.in(load.storage())) {
            Stopwatch watch;
            try (Log log = party.log(scratch.directory(), load)) {
                Duo.Side[] sides = Stream.generate(() -> writer(log, appended))
                        .limit(load.writers())
                        .toArray(Duo.Side[]::new);
                watch = Duo.run(Placement.of(Setup.UNPINNED), sides);
            }
            try (Log log = party.log(scratch.directory(), load)) {
                long found = log.entries();
                String answer =
                        found == appended.sum() ? Load.ALL_THERE : found + " entries instead of " + appended.sum();
                return Metrics.one(answer, Metrics.DURABLE, appended.sum() * NANOS_PER_SECOND / watch.nanos());
            }
        }
    }

    private Duo.Side writer(Log log, LongAdder appended) {
        return () -> {
            Log.Writer writer = log.writer();
            return new Duo.Leg() {
                @Override
                public void run() throws Exception {
                    append(writer, appended);
                }

                @Override
                public void close() {
                    writer.close();
                }
            };
        };
    }

    private void append(Log.Writer writer, LongAdder appended) throws Exception {
        var entry = new byte[load.bytes()];
        long end = System.nanoTime() + load.amount() * NANOS_PER_MILLI;
        for (long number = 0; System.nanoTime() - end < 0; number++) {
            Message.number(entry, number);
            writer.append(entry);
            appended.increment();
        }
    }

    @Override
    public void close() {
        // Nothing is left from iteration to iteration.
    }
}
