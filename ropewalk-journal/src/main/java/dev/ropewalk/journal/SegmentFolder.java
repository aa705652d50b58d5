package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The segments in a journal's directory. What is cut off goes to the {@link CutFolder}. */
final class SegmentFolder implements SegmentSet, AutoCloseable {
    private final Path directory;
    private final ControlFile control;
    private final SegmentFiles files;
    private final CutFolder cut;
    private final LongFunction<Optional<SegmentFiles.Mapping>> mapping;
    private final Map<Long, Segment> mapped = new HashMap<>();
    private final Map<Long, String> damaged = new HashMap<>();
    private final Map<Long, Arena> arenas = new HashMap<>();

    private SegmentFolder(
            Path directory,
            ControlFile control,
            SegmentFiles files,
            LongFunction<Optional<SegmentFiles.Mapping>> mapping) {
        this.directory = directory;
        this.control = control;
        this.files = files;
        this.cut = new CutFolder(directory);
        this.mapping = mapping;
    }

    /** Takes those that are right by their heads and lengths, to change them. */
    static SegmentFolder writable(Path directory, ControlFile control) {
        var files = new SegmentFiles(directory, control, true);
        return new SegmentFolder(directory, control, files, files::map);
    }

    /** Takes them to look at, whatever their heads and lengths are. */
    static SegmentFolder withAnyHeads(Path directory, ControlFile control) {
        var files = new SegmentFiles(directory, control, false);
        return new SegmentFolder(directory, control, files, files::mapWithAnyHead);
    }

    /** Returns the numbers of the segments whose files are there, in order. */
    private List<Long> numbers() {
        return FileThreads.call(directory, () -> {
            long first = control.firstSegment();
            try (Stream<Path> all = Files.list(directory)) {
                return all.filter(SegmentFiles::isSegment)
                        .map(SegmentFiles::number)
                        .filter(number -> number >= first)
                        .sorted()
                        .toList();
            }
        });
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
                mapping.apply(number).ifPresentOrElse(this::add, () -> damaged.put(number, "its file is missing"));
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
        var bytes = segment.memory.asSlice(from, to - from).asByteBuffer();
        return FileThreads.call(directory, () -> cut.keep(name(segment.number, from), bytes));
    }

    private static String name(long number, long offset) {
        return "%010d-%d".formatted(number, offset);
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
            if (!isBlank(file)) {
                return Optional.of(cut.move(file, name(number, 0)));
            }
            Files.deleteIfExists(file);
            SegmentFiles.forceDirectory(directory);
            return Optional.empty();
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

    @Override
    public void force(Segment segment, long from, long to) {
        Forcer.ofMappings().force(segment, from, to);
    }

    @Override
    public void close() {
        arenas.values().forEach(Arena::close);
    }
}
