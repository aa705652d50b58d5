package dev.ropewalk.journal;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a record costs its reader; beside it a bare look at both words and the payload's first one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PollBenchmark {
    private static final int RECORDS = 1 << 16;

    @Param({"8", "64", "1024"})
    public int length = 8;

    private final BenchmarkJournal journal = new BenchmarkJournal(128 << 20);
    private final Tailer checking = journal.tailer(true);
    private final Tailer trusting = journal.tailer(false);
    private final Tailer waiting = journal.tailer(true);
    private long sum;
    private final RecordHandler handler =
            (memory, offset, bytes, index) -> sum += memory.get(Segment.UNALIGNED_LONG, offset);

    @Setup
    public void fill() {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[length]);
            }
        }
        waiting.seekToEnd();
    }

    @TearDown
    public void close() {
        journal.close();
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int all() {
        return checking.seekToStart().poll(handler, RECORDS);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int allUnchecked() {
        return trusting.seekToStart().poll(handler, RECORDS);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int oneAtATime() {
        checking.seekToStart();
        int done = 0;
        while (checking.poll(handler, 1) == 1) {
            done++;
        }
        return done;
    }

    /** At the end, where there is nothing. */
    @Benchmark
    public int nothing() {
        return waiting.poll(handler, 1);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int backwards() {
        return checking.seekToEnd().pollBackwards(handler, RECORDS);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long bare() {
        Segment segment = journal.segment();
        long found = 0;
        long offset = SegmentLayout.HEADER_BYTES;
        while (segment.committed(offset) != 0) {
            found += segment.readOnly.get(Segment.UNALIGNED_LONG, offset + RecordLayout.PAYLOAD);
            offset += RecordLayout.size(RecordLayout.length(segment.claimed(offset)));
        }
        return found;
    }
}
