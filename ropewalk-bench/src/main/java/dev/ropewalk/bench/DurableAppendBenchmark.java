package dev.ropewalk.bench;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Appends of 64 bytes a second that are durable when they return: threads at the same time share a force. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls what sets them
public class DurableAppendBenchmark {
    private final byte[] payload = new byte[64];
    private Path directory;
    private Journal journal;

    /** What a thread appends with. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls what sets it
    public static class Writer {
        private Appender appender;

        /** Takes an appender. */
        @Setup
        public void take(DurableAppendBenchmark shared) {
            appender = shared.journal.appender();
        }
    }

    /** Opens a journal on the disk of the working directory, for that of temporary files is often in memory. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "durable-appends");
        journal = Journal.open(directory, JournalOptions.defaults().durability(Durability.each()));
    }

    /** Deletes it. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        journal.close();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted((a, b) -> b.compareTo(a)).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }

    /** One thread: a force for each append. */
    @Benchmark
    @Threads(1)
    public long threads1(Writer writer) {
        return writer.appender.append(payload);
    }

    /** Eight threads. */
    @Benchmark
    @Threads(8)
    public long threads8(Writer writer) {
        return writer.appender.append(payload);
    }

    /** Sixty-four threads. */
    @Benchmark
    @Threads(64)
    public long threads64(Writer writer) {
        return writer.appender.append(payload);
    }
}
