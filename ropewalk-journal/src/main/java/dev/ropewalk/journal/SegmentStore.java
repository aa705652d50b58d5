package dev.ropewalk.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The segments of a journal that this process has mapped, and the making of further ones. */
final class SegmentStore implements AutoCloseable {
    private final Path directory;
    private final long segmentBytes;
    private final Arena arena = Arena.ofShared();
    private final ConcurrentMap<Long, Segment> open = new ConcurrentHashMap<>();

    SegmentStore(Path directory, long segmentBytes) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
    }

    Segment acquireFirst() {
        return acquire(0);
    }

    Segment acquire(long number) {
        return open.computeIfAbsent(number, this::map);
    }

    Segment acquireLast() {
        long number = 0;
        while (Files.exists(file(number + 1))) {
            number++;
        }
        return acquire(number);
    }

    /** Returns the segment after one that has ended, made if it is missing, and releases that one. */
    Segment next(Segment ended, long firstIndex) {
        Segment next = acquire(ended.number + 1);
        next.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(firstIndex + 1));
        release(ended);
        return next;
    }

    /** Returns the segment after one that has ended and releases that one, or returns null if it isn't there yet. */
    @Nullable
    Segment nextIfThere(Segment ended) {
        long number = ended.number + 1;
        if (!Files.exists(file(number))) {
            return null;
        }
        Segment next = acquire(number);
        return next.word(SegmentLayout.FIRST_INDEX_AT) == 0 ? null : next;
    }

    void release(Segment segment) {}

    private Path file(long number) {
        return directory.resolve("%010d.seg".formatted(number));
    }

    private Segment map(long number) {
        Path file = file(number);
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
                return new Segment(number, channel.map(FileChannel.MapMode.READ_WRITE, 0, segmentBytes, arena));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
