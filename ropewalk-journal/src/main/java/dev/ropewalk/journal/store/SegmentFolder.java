package dev.ropewalk.journal.store;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The segments in a journal's directory. What is cut off goes to the {@link CutFolder}. */
public final class SegmentFolder implements SegmentSet, AutoCloseable {
    private final Path directory;
    private final ControlFile control;
    private final SegmentFiles files;
    private final CutFolder cut;
    private final LongFunction<Optional<SegmentFiles.Mapping>> mapping;
    private final Machine machine;
    private final Map<Long, Segment> mapped = new HashMap<>();
    private final Map<Long, String> damaged = new HashMap<>();
    private final Map<Long, Arena> arenas = new HashMap<>();

    private SegmentFolder(
            Path directory,
            ControlFile control,
            SegmentFiles files,
            LongFunction<Optional<SegmentFiles.Mapping>> mapping,
            Machine machine) {
        this.machine = machine;
        this.directory = directory;
        this.control = control;
        this.files = files;
        this.cut = new CutFolder(directory);
        this.mapping = mapping;
    }

    /** Takes those that are right by their heads and lengths, to change them. */
    public static SegmentFolder writable(Path directory, ControlFile control, Machine machine) {
        var files = new SegmentFiles(directory, control, true);
        return new SegmentFolder(directory, control, files, files::map, machine);
    }

    /** Takes them to look at, whatever their heads and lengths are. */
    public static SegmentFolder withAnyHeads(Path directory, ControlFile control) {
        var files = new SegmentFiles(directory, control, false);
        return new SegmentFolder(directory, control, files, files::mapWithAnyHead, Machine.of(directory));
    }

    /** Returns the numbers of the segments whose files are there, in order. */
    public List<Long> numbers() {
        return FileThreads.call(directory, () -> {
            long first = control.firstSegment();
            List<Long> named;
            try (Stream<Path> all = Files.list(directory)) {
                named = all.filter(SegmentFiles::isSegment)
                        .map(SegmentFiles::number)
                        .filter(number -> number >= first)
                        .sorted()
                        .toList();
            }
            return withoutForeign(named);
        });
    }

    /**
     * Leaves out files that only have a name like a segment's, such as copies that a user named by a time. The journal's own are
     * those that have begun, what follows them without a gap, and behind a gap, before which some are lost, those whose heads say
     * so.
     */
    private List<Long> withoutForeign(List<Long> named) throws IOException {
        List<Long> own = new ArrayList<>();
        long next = control.lastSegment() + 1;
        for (long number : named) {
            if (number <= next || isOwnByHead(number)) {
                own.add(number);
                next = Math.max(next, number + 1);
            }
        }
        return own;
    }

    private boolean isOwnByHead(long number) throws IOException {
        FileHead head = FileHead.read(files.path(number), number);
        return head.isKnown() && head.origin().identity() == control.identity() && head.number() == number;
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
    public long firstKept() {
        return control.firstSegment();
    }

    @Override
    public long lastBegun() {
        return control.isNew() ? -1 : control.lastSegment();
    }

    @Override
    public void endIn(long number) {
        control.setLastSegment(number);
        control.force();
    }

    @Override
    public @Nullable Segment get(long number) {
        Segment known = mapped.get(number);
        if (known == null && !damaged.containsKey(number)) {
            try {
                mapping.apply(number).ifPresentOrElse(this::add, () -> damaged.put(number, "its file is missing"));
            } catch (JournalCorruptException e) {
                // The caller, which reports it, names the segment.
                damaged.put(number, e.what());
            } catch (JournalFormatException e) {
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
        MemorySegment part = segment.memory.asSlice(from, to - from);
        // The memory of a simulated file is no bytes of the system.
        var bytes = part.isNative() ? part.asByteBuffer() : ByteBuffer.wrap(part.toArray(ValueLayout.JAVA_BYTE));
        return FileThreads.call(directory, () -> cut.keep(name(segment.number, from), bytes));
    }

    private static String name(long number, long offset) {
        return String.format(Locale.ROOT, "%010d-%d", number, offset);
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
        try {
            machine.forcer().force(segment, from, to);
        } catch (RuntimeException | Error e) {
            // A second one would succeed without the pages that this one has lost.
            control.watermark().poison(machine.boot());
            throw new JournalPoisonedException(
                    "forcing the bytes " + from + " to " + to + " of segment " + segment.number
                            + " to the disk has failed: what is durable from there on is uncertain",
                    e);
        }
    }

    @Override
    public void close() {
        arenas.values().forEach(Arena::close);
    }
}
