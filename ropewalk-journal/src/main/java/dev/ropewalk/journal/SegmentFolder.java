package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The segments in a journal's directory. What is cut off goes to a folder of its own in there. */
final class SegmentFolder implements SegmentSet, AutoCloseable {
    private static final String CUT = "cut";

    private final Path directory;
    private final ControlFile control;
    private final SegmentFiles files;
    private final Map<Long, Segment> mapped = new HashMap<>();
    private final Map<Long, String> damaged = new HashMap<>();
    private final Map<Long, Arena> arenas = new HashMap<>();

    SegmentFolder(Path directory, ControlFile control, boolean writable) {
        this.directory = directory;
        this.control = control;
        this.files = new SegmentFiles(directory, control, writable);
    }

    /** Returns the numbers of the segments whose files are there, in order. */
    private List<Long> numbers() {
        return FileThreads.call(directory, () -> {
            long first = control.firstSegment();
            try (Stream<Path> all = Files.list(directory)) {
                return all.filter(SegmentFiles::isSegment)
                        .map(SegmentFolder::number)
                        .filter(number -> number >= first)
                        .sorted()
                        .toList();
            }
        });
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    @Override
    public long segmentBytes() {
        return control.segmentBytes();
    }

    @Override
    public long first() {
        List<Long> numbers = numbers();
        return numbers.isEmpty() ? -1 : numbers.getFirst();
    }

    @Override
    public long last() {
        List<Long> numbers = numbers();
        return numbers.isEmpty() ? -1 : numbers.getLast();
    }

    @Override
    public @Nullable Segment get(long number) {
        Segment known = mapped.get(number);
        if (known == null && !damaged.containsKey(number)) {
            try {
                files.map(number).ifPresentOrElse(this::add, () -> damaged.put(number, "its file is missing"));
            } catch (JournalCorruptException | JournalFormatException e) {
                damaged.put(number, String.valueOf(e.getMessage()));
            }
            known = mapped.get(number);
        }
        return known;
    }

    private void add(SegmentFiles.Mapping mapping) {
        mapped.put(mapping.segment().number, mapping.segment());
        arenas.put(mapping.segment().number, mapping.arena());
    }

    @Override
    public @Nullable String damage(long number) {
        return get(number) == null ? damaged.get(number) : null;
    }

    @Override
    public Path keep(Segment segment, long from, long to) {
        return FileThreads.call(directory, () -> {
            Path kept = place(segment.number, from);
            try (FileChannel channel =
                    FileChannel.open(kept, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = segment.memory.asSlice(from, to - from).asByteBuffer();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            } catch (IOException e) {
                throw Allocation.failure(kept, to - from, e);
            }
            forceDirectories();
            return kept;
        });
    }

    @Override
    public Optional<Path> keepWhole(long number) {
        Arena arena = arenas.remove(number);
        if (arena != null) {
            arena.close();
        }
        mapped.remove(number);
        damaged.remove(number);
        return FileThreads.call(directory, () -> {
            Path file = files.path(number);
            Optional<Path> kept = Optional.empty();
            if (isBlank(file)) {
                Files.deleteIfExists(file);
            } else {
                kept = Optional.of(Files.move(file, place(number, 0), StandardCopyOption.ATOMIC_MOVE));
            }
            forceDirectories();
            return kept;
        });
    }

    /** Returns whether nothing was ever written behind the head: a segment that was made ahead. */
    private static boolean isBlank(Path file) throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long at = SegmentLayout.FIRST_INDEX_AT;
            for (int read = 0; read >= 0; at += read) {
                for (int i = 0; i < read; i++) {
                    if (bytes.get(i) != 0) {
                        return false;
                    }
                }
                read = channel.read(bytes.clear(), at);
            }
        }
        return true;
    }

    /** Returns the files with what was cut off. */
    static List<Path> cut(Path directory) {
        return FileThreads.call(directory, () -> {
            Path folder = directory.resolve(CUT);
            if (!Files.isDirectory(folder)) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(folder)) {
                return files.sorted().toList();
            }
        });
    }

    private Path place(long number, long offset) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(CUT));
        Path free = folder.resolve("%010d-%d".formatted(number, offset));
        for (int again = 1; Files.exists(free); again++) {
            free = folder.resolve("%010d-%d.%d".formatted(number, offset, again));
        }
        return free;
    }

    private void forceDirectories() throws IOException {
        Path folder = directory.resolve(CUT);
        if (Files.exists(folder)) {
            SegmentFiles.forceDirectory(folder);
        }
        SegmentFiles.forceDirectory(directory);
    }

    @Override
    public void force(Segment segment, long from, long to) {
        Forcer.ofMappings().force(segment, from, to);
    }

    @Override
    public void close() {
        arenas.values().forEach(Arena::close);
    }
}
