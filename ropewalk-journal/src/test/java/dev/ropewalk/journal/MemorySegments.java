package dev.ropewalk.journal;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A copy of a journal's segments in memory, to be damaged. */
public final class MemorySegments implements SegmentSet {
    private final List<Segment> segments = new ArrayList<>();
    private final Path directory;
    private final long identity;

    public MemorySegments(Path directory) throws IOException {
        this.directory = directory;
        this.identity = ControlFile.open(directory, false).identity();
        for (long number = 0; Files.exists(SegmentFiles.path(directory, number)); number++) {
            byte[] bytes = Files.readAllBytes(SegmentFiles.path(directory, number));
            // Words may only be accessed in memory that is aligned for them.
            MemorySegment memory = MemorySegment.ofArray(new long[bytes.length / Long.BYTES]);
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
            segments.add(new Segment(number, identity, memory));
        }
    }

    /** Takes the files' contents again. */
    public void restore() throws IOException {
        for (Segment segment : segments) {
            byte[] bytes = Files.readAllBytes(SegmentFiles.path(directory, segment.number));
            MemorySegment.copy(bytes, 0, segment.memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        }
    }

    public void flip(long number, long offset, int bit) {
        MemorySegment memory = segments.get((int) number).memory;
        byte old = memory.get(ValueLayout.JAVA_BYTE, offset);
        memory.set(ValueLayout.JAVA_BYTE, offset, (byte) (old ^ (1 << bit)));
    }

    /** Lets the disk write two pages to each other's places. */
    public void swap(long number, long from, long to, int bytes) {
        MemorySegment memory = segments.get((int) number).memory;
        byte[] page = memory.asSlice(from, bytes).toArray(ValueLayout.JAVA_BYTE);
        memory.asSlice(from, bytes).copyFrom(memory.asSlice(to, bytes));
        memory.asSlice(to, bytes).copyFrom(MemorySegment.ofArray(page));
    }

    @Override
    public long segmentBytes() {
        return segments.getFirst().bytes;
    }

    @Override
    public long first() {
        return 0;
    }

    @Override
    public long last() {
        return segments.size() - 1L;
    }

    @Override
    public long firstKept() {
        return 0;
    }

    @Override
    public long lastBegun() {
        return -1;
    }

    @Override
    public void endIn(long number) {}

    @Override
    public @Nullable Segment get(long number) {
        return damage(number) == null ? segments.get((int) number) : null;
    }

    @Override
    public @Nullable String damage(long number) {
        if (number >= segments.size()) {
            return "it is missing";
        }
        try {
            SegmentLayout.checkHead(SegmentFiles.path(directory, number), segments.get((int) number), identity);
            return null;
        } catch (JournalCorruptException | JournalFormatException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public Path keep(Segment segment, long from, long to) {
        return directory;
    }

    @Override
    public Optional<Path> keepWhole(long number) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void force(Segment segment, long from, long to) {}

    /** Returns what a reader gets that checks each record: index and payload. */
    public List<String> read() {
        List<String> read = new ArrayList<>();
        var checksum = new Checksum();
        var cursor = new RecordCursor(segments.getFirst(), 0);
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    if (!cursor.isIntact(checksum)) {
                        return read;
                    }
                    read.add(cursor.index() + " "
                            + java.util.HexFormat.of()
                                    .formatHex(cursor.segment
                                            .memory
                                            .asSlice(cursor.offset + RecordLayout.PAYLOAD, cursor.length())
                                            .toArray(ValueLayout.JAVA_BYTE)));
                    cursor.pass();
                }
                case INVALID -> cursor.pass();
                case END -> {
                    Segment next = get(cursor.segment.number + 1);
                    if (next == null) {
                        return read;
                    }
                    cursor.enter(next, cursor.index());
                }
                default -> {
                    return read;
                }
            }
        }
    }
}
