package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.FormatTrace;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.scheduler.park.Parking;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of segments: made, mapped, deleted.
 *
 * <p>Any number of threads and processes may make the same segment at once, and one file comes of it, whole: each allocates a
 * file of its own under a temporary name, and links it to the segment's name. A link never replaces, so the first wins; the
 * others delete theirs and use the winner's. A maker that dies in between leaves a temporary file that is never opened. It has
 * the maker's epoch in its name. The next exclusive opening deletes it, or before that a maker that finds its session dead. No
 * lock is held meanwhile, so a process that is stopped there stops no other.
 *
 * <p>A number must not come back: a writer that sleeps at the end of segment 7, until all have gone on and segment 8 was deleted,
 * must not make a second segment 8, into which others asleep with it would append. So a process that deletes a segment first
 * raises the control file's first segment beyond it (a compare-and-set, so a full fence), and a process that makes or opens a
 * segment looks at that word after the link or the opening. If the file is a second one, the deletion came before its link, so
 * the word was raised before any opening of it: each opener sees that and rejects the file, and its maker deletes it again.
 */
public final class SegmentFiles {
    public static final String TEMPORARY = ".tmp";
    private static final long RETRY_NANOS = 100_000;
    private static final String SUFFIX = ".seg";

    private static final Pattern NAME =
            Pattern.compile("(\\d{10}|[1-9]\\d{10,17})\\.seg(\\.([0-9a-f]+)\\.[0-9a-f]+\\.tmp)?");

    private final Path directory;
    private final ControlFile control;
    private final boolean writable;
    private final int epoch;
    private final Forcer forcer;
    private final long segmentBytes;
    // The highest number of a segment of which it is known that its name is on the disk. May fall back: that costs a
    // force.
    private volatile long namedUpTo = -1;

    /** Takes them for an opening without a session, which is alone or only reads. */
    public SegmentFiles(Path directory, ControlFile control, boolean writable) {
        this(directory, control, writable, 0, Forcer.of(directory));
    }

    /** Takes them for the session with an epoch, which is in the names of its temporary files. */
    public SegmentFiles(Path directory, ControlFile control, boolean writable, int epoch, Forcer forcer) {
        this.epoch = epoch;
        this.forcer = forcer;
        this.directory = directory;
        this.control = control;
        this.writable = writable;
        this.segmentBytes = control.segmentBytes();
        SegmentLayout.checkBytes(segmentBytes);
    }

    public long segmentBytes() {
        return segmentBytes;
    }

    public Path path(long number) {
        return path(directory, number);
    }

    public static Path path(Path directory, long number) {
        return directory.resolve(name(number));
    }

    public static String name(long number) {
        return String.format(Locale.ROOT, "%010d", number) + SUFFIX;
    }

    static OpenOption[] openOptions(boolean writable) {
        return writable
                ? new OpenOption[] {StandardOpenOption.READ, StandardOpenOption.WRITE}
                : new OpenOption[] {StandardOpenOption.READ};
    }

    static MapMode mapMode(boolean writable) {
        return writable ? MapMode.READ_WRITE : MapMode.READ_ONLY;
    }

    /** Makes a segment's file unless there is one, or was one. */
    public void make(long number) {
        Path file = path(number);
        FileThreads.call(file, () -> {
            if (!Files.exists(file)) {
                makeOne(file, number);
            }
            return file;
        });
    }

    private void makeOne(Path file, long number) throws IOException {
        Path temporary = directory.resolve(file.getFileName() + "." + Integer.toHexString(epoch) + "."
                + Long.toHexString(Parking.random().nextLong()) + TEMPORARY);
        try {
            Allocation.create(temporary, segmentBytes);
            writeHead(temporary, number);
            Files.createLink(file, temporary);
        } catch (FileAlreadyExistsException e) {
            // Another maker's.
            return;
        } catch (FileSystemException e) {
            // A name may need a block of the directory, too.
            throw Allocation.failure(temporary, segmentBytes, e);
        } finally {
            Files.deleteIfExists(temporary);
        }
        if (control.firstSegment() > number) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Brings the name of a segment that is there to the disk, with those of all before it; its head has been there since before
     * the link. To be called before anything counts that is in it: the maker of the name may have died before it was forced.
     */
    public void forceName(long number) {
        if (number > namedUpTo) {
            FileThreads.call(directory, () -> {
                forcer.forceNames(directory);
                return directory;
            });
            namedUpTo = number;
        }
    }

    private void writeHead(Path file, long number) throws IOException {
        ByteBuffer head = SegmentLayout.head(segmentBytes, number, control.identity(), control.format());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            while (head.hasRemaining()) {
                channel.write(head, head.position());
            }
            // Of zeros that were written to allocate the rest the disk need not have any.
            forcer.forceHead(channel.map(MapMode.READ_WRITE, 0, SegmentLayout.PAGE_BYTES, arena));
        } catch (UncheckedIOException e) {
            throw Allocation.failure(file, segmentBytes, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw Allocation.failure(file, segmentBytes, e);
        }
    }

    /** Maps a segment, to be unmapped by the caller; empty if there is no such file or it isn't the journal's any more. */
    public Optional<Mapping> map(long number) {
        Path file = path(number);
        return FileThreads.call(file, () -> {
            try (FileChannel channel = FileChannel.open(file, openOptions(writable))) {
                if (control.firstSegment() > number) {
                    return Optional.empty();
                }
                // A mapping beyond the end would make the file longer, without blocks.
                if (channel.size() != segmentBytes) {
                    throw new JournalCorruptException(
                            number,
                            Math.min(channel.size(), segmentBytes),
                            file + " has " + channel.size() + " bytes, not " + segmentBytes);
                }
                Arena arena = Arena.ofShared();
                try {
                    var segment = new Segment(
                            number, control.identity(), channel.map(mapMode(writable), 0, segmentBytes, arena));
                    SegmentLayout.checkHead(file, segment, control.identity());
                    return Optional.of(new Mapping(segment, arena));
                } catch (RuntimeException | IOException | Error e) {
                    unmap(arena);
                    throw e;
                }
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        });
    }

    /** Takes a segment to look at, whatever its head says; what a truncated file lacks is zero. */
    public Optional<Mapping> mapWithAnyHead(long number) {
        Path file = path(number);
        return FileThreads.call(file, () -> {
            Arena arena = Arena.ofShared();
            try (FileChannel channel = FileChannel.open(file, openOptions(false))) {
                MemorySegment memory = mapToLookAt(channel, segmentBytes, arena);
                return Optional.of(new Mapping(withFormat(file, number, memory), arena));
            } catch (NoSuchFileException e) {
                arena.close();
                return Optional.empty();
            } catch (RuntimeException | IOException | Error e) {
                arena.close();
                throw e;
            }
        });
    }

    private Segment withFormat(Path file, long number, MemorySegment memory) {
        FileHead head = FileHead.of(file, number, memory);
        int format =
                head.isKnown() ? head.format() : FormatTrace.of(number, control.identity(), memory, control.format());
        return new Segment(number, control.identity(), memory, format);
    }

    /** Maps a file of which it isn't known whether it was truncated: what it lacks is zero. */
    public static MemorySegment mapToLookAt(FileChannel channel, long bytes, Arena arena) throws IOException {
        return channel.size() < bytes
                ? read(channel, arena.allocate(bytes, Long.BYTES))
                : channel.map(MapMode.READ_ONLY, 0, bytes, arena);
    }

    private static MemorySegment read(FileChannel channel, MemorySegment memory) throws IOException {
        ByteBuffer bytes = memory.asByteBuffer();
        int read = 0;
        while (read >= 0 && bytes.hasRemaining()) {
            read = channel.read(bytes);
        }
        return memory;
    }

    /** Unmaps what an arena has mapped, even if it is in use. */
    public static void unmap(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                // Another thread is forcing it to the disk, or was faster to close it.
                Parking.park(arena, RETRY_NANOS);
            }
        }
    }

    /** Deletes a segment's file, after the control file's first segment was raised beyond it. */
    public void delete(long number) {
        Path file = path(number);
        FileThreads.call(file, () -> Files.deleteIfExists(file));
    }

    /** Deletes the segments before one, which processes left that died while they deleted, or that a stop of the machine brought back. */
    public void deleteBefore(long number) {
        delete(name -> name.group(2) == null && Long.parseLong(name.group(1)) < number);
    }

    /** Deletes what processes left that died while they made segments. The caller holds the exclusive lock. */
    public void sweepTemporary() {
        delete(name -> name.group(2) != null);
    }

    /** Deletes what sessions left that died while they made segments. */
    void sweepDead(IntPredicate isDead) {
        delete(name -> name.group(2) != null && isDead.test(Integer.parseInt(name.group(3), 16)));
    }

    private void delete(Predicate<Matcher> isStale) {
        FileThreads.call(directory, () -> {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Matcher name = NAME.matcher(file.getFileName().toString());
                    if (name.matches() && isStale.test(name)) {
                        Files.deleteIfExists(file);
                    }
                }
            }
            return directory;
        });
    }

    /** Returns the number that a segment's file has by its name. */
    public static long number(Path file) {
        String name = String.valueOf(file.getFileName());
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    /** Returns whether there are any in a directory, or in what should be one. */
    static boolean areIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(SegmentFiles::isSegment);
        }
    }

    /** Returns whether a file has the name of a segment, or of a segment that is being made. */
    public static boolean isNamed(Path path) {
        return NAME.matcher(path.getFileName().toString()).matches();
    }

    public static boolean isSegment(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        return name.matches() && name.group(2) == null;
    }

    /** Brings the name of a directory to the disk, and of those above it that may have been made with it. */
    public void forceNameOfDirectory() {
        FileThreads.call(directory, () -> {
            Path child = directory.toRealPath();
            Path parent = child.getParent();
            // A directory with another file system is older than what is mounted there.
            while (parent != null && device(parent).equals(device(child))) {
                try {
                    forcer.forceNames(parent);
                } catch (AccessDeniedException e) {
                    // Made by a process with more rights.
                    return directory;
                }
                child = parent;
                parent = child.getParent();
            }
            return directory;
        });
    }

    private static Object device(Path path) throws IOException {
        try {
            return Files.getAttribute(path, "unix:dev");
        } catch (UnsupportedOperationException e) {
            // Each file is on a device of its own then.
            return path;
        }
    }

    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * A mapped segment.
     *
     * @param segment it
     * @param arena what unmaps it
     */
    public record Mapping(Segment segment, Arena arena) {}
}
