package dev.ropewalk.journal;

import dev.ropewalk.journal.durability.Forcing;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** A journal of one segment in a temporary directory, which can be made empty again. */
final class BenchmarkJournal implements AutoCloseable {
    private static final Forcing NO_FORCING = new Forcing() {
        @Override
        public void appended(long end) {}

        @Override
        public CompletableFuture<Long> whenDurable(long end, long index) {
            return CompletableFuture.completedFuture(index);
        }
    };

    private final Path directory;
    private final JournalFiles files;
    private final Segment segment;

    BenchmarkJournal(int bytes) {
        try {
            directory = Files.createTempDirectory("ropewalk-append");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files = JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(bytes));
        segment = files.store().acquireFirst();
        clear(bytes - SegmentLayout.HEADER_BYTES);
    }

    Segment segment() {
        return segment;
    }

    Appender appender() {
        return new Appender(new Tail(files.store(), new Gate(), 1), NO_FORCING, new OpenFlows(), false);
    }

    Appender exclusiveAppender() {
        TailLock.Hold alone = Objects.requireNonNull(files.opening()).tailLock().own();
        return new Appender(new Tail(files.store(), new Gate(), 1, alone), NO_FORCING, new OpenFlows(), false);
    }

    Tailer tailer(boolean check) {
        return new Tailer(files.store(), null, check);
    }

    /** Forgets all records. */
    void clear(long bytes) {
        segment.memory.asSlice(SegmentLayout.HEADER_BYTES, bytes).fill((byte) 0);
        segment.setWord(SegmentLayout.TAIL_HINT_AT, 0);
    }

    @Override
    public void close() {
        files.close();
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path file : left) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
