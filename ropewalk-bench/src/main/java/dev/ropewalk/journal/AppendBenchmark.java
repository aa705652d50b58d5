package dev.ropewalk.journal;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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

/**
 * What a record costs its writer, in memory that is present and zero again before each run; beside it what no journal can
 * go below, a bare claim and commit by the protocol. {@code -prof gc} shows that nothing is allocated.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class AppendBenchmark {
    private static final int RECORDS = 1 << 16;
    private static final int RECORDS_PER_BATCH = 16;

    @Param({"8", "64", "1024"})
    public int length = 8;

    private final BenchmarkJournal journal = new BenchmarkJournal(128 << 20);
    private Appender appender = journal.appender();
    private Appender exclusive = journal.exclusiveAppender();
    private Batch batch = appender.batch();
    private byte[] bytes = new byte[0];

    @Setup
    public void make() {
        bytes = new byte[length];
    }

    @Setup(Level.Invocation)
    public void clear() {
        appender.close();
        exclusive.close();
        journal.clear((long) RECORDS * RecordLayout.size(length));
        appender = journal.appender();
        exclusive = journal.exclusiveAppender();
        batch = appender.batch();
    }

    @TearDown
    public void close() {
        journal.close();
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void array() {
        for (int i = 0; i < RECORDS; i++) {
            appender.append(bytes);
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void exclusive() {
        for (int i = 0; i < RECORDS; i++) {
            exclusive.append(bytes);
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void claim() {
        for (int i = 0; i < RECORDS; i++) {
            RecordClaim claim = appender.claim(length);
            MemorySegment.copy(bytes, 0, claim.memory(), ValueLayout.JAVA_BYTE, claim.offset(), length);
            claim.commit();
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void batch() {
        for (int i = 0; i < RECORDS; i += RECORDS_PER_BATCH) {
            for (int record = 0; record < RECORDS_PER_BATCH; record++) {
                batch.add(bytes);
            }
            batch.commit();
        }
    }

    /** Two appenders at once, each half of the records: the time is that of a record of both together. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void twoAppenders() {
        var other = CompletableFuture.runAsync(
                () -> appendHalf(journal.appender()), command -> new Thread(command).start());
        appendHalf(appender);
        other.join();
    }

    private void appendHalf(Appender by) {
        for (int i = 0; i < RECORDS / 2; i++) {
            by.append(bytes);
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void bare() {
        Segment segment = journal.segment();
        long offset = SegmentLayout.HEADER_BYTES;
        for (int i = 1; i <= RECORDS; i++) {
            segment.claim(offset, i);
            MemorySegment.copy(
                    bytes, 0, segment.memory, ValueLayout.JAVA_BYTE, offset + RecordLayout.PAYLOAD, bytes.length);
            segment.commit(offset, i);
            offset += RecordLayout.size(length);
        }
    }
}
