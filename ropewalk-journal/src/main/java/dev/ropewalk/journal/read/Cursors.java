package dev.ropewalk.journal.read;

import dev.ropewalk.journal.CursorHeldException;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.files.Allocation;
import dev.ropewalk.journal.files.FilePermissions;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CursorContent;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The named cursors of a journal: files in a directory of their own, each held by at most one tailer of all processes.
 * Thread-safe.
 */
public final class Cursors implements AutoCloseable {
    public static final String FOLDER = "cursors";
    public static final String SUFFIX = ".cursor";
    private static final int MAX_SHOWN = 100;
    private static final Duration MOST_PATIENCE = Duration.ofSeconds(10);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private final Path journal;
    private final Path directory;
    private final long identity;
    private final LockFile locks;
    private final Set<NamedCursor> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Creates it for the journal with an identity. */
    public Cursors(Path journal, long identity, LockFile locks) {
        this.journal = journal;
        this.directory = directory(journal);
        this.identity = identity;
        this.locks = locks;
    }

    private static Path directory(Path journal) {
        return journal.resolve(FOLDER);
    }

    /**
     * Opens a cursor, made if it is missing.
     *
     * @throws CursorHeldException if another tailer holds it
     */
    public NamedCursor open(String name) {
        checkName(name);
        LockFile.Hold hold =
                locks.tryHold(lockOf(name), false).orElseThrow(() -> new CursorHeldException(name, journal));
        try {
            Path file = directory.resolve(name + SUFFIX);
            CursorFile mapped = FileThreads.call(file, () -> {
                makeDirectory();
                CursorFile opened = CursorFile.open(file, identity, journal.resolve(LockFile.NAME));
                try {
                    // Retention relies on it that a cursor is there, whichever process made it.
                    SegmentFiles.forceDirectory(directory);
                    SegmentFiles.forceDirectory(journal);
                    return opened;
                } catch (IOException | RuntimeException | Error e) {
                    opened.close();
                    throw e;
                }
            });
            if (mapped.index().isEmpty()) {
                awaitRetention();
            }
            var cursor = new NamedCursor(this, name, mapped, hold);
            open.add(cursor);
            if (closed) {
                open.forEach(NamedCursor::close);
                throw new JournalClosedException("the journal in " + journal + " is closed");
            }
            return cursor;
        } catch (RuntimeException | Error e) {
            hold.close();
            throw e;
        }
    }

    /** Returns whether a file has the name of the folder of a journal's cursors, so that there can be none. */
    public static boolean isHidden(Path journal) {
        return Files.exists(directory(journal), LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(directory(journal));
    }

    private void makeDirectory() throws IOException {
        try {
            FilePermissions.createDirectoryLike(journal.resolve(LockFile.NAME), directory);
        } catch (FileSystemException e) {
            throw Allocation.failure(directory, 0, e);
        }
    }

    /**
     * Waits until no retention is under way that looked before there was a new cursor: it would delete what the cursor's tailer is
     * about to stand before. A later one finds the cursor, and deletes nothing that it hasn't read. If it takes longer than that, the
     * tailer may find records gone, and tells.
     */
    private void awaitRetention() {
        locks.hold(LockFile.RETENTION, true, MOST_PATIENCE).ifPresent(LockFile.Hold::close);
    }

    /**
     * Deletes a cursor, whether it exists or not.
     *
     * @throws CursorHeldException if a tailer holds it
     */
    public void delete(String name) {
        checkName(name);
        if (closed) {
            throw new JournalClosedException("the journal in " + journal + " is closed");
        }
        // Whatever is in the file: a damaged one can be deleted, too.
        LockFile.Hold hold =
                locks.tryHold(lockOf(name), false).orElseThrow(() -> new CursorHeldException(name, journal));
        try {
            Path file = directory.resolve(name + SUFFIX);
            FileThreads.call(file, () -> {
                if (Files.deleteIfExists(file)) {
                    // Else it would come back if the machine stops, and hold back retention.
                    SegmentFiles.forceDirectory(directory);
                }
                return file;
            });
        } finally {
            hold.close();
        }
    }

    /** Returns the names, sorted, without those whose making was interrupted: they were never used. */
    public static List<String> names(Path journal) {
        return FileThreads.call(journal, () -> {
            List<String> names = new ArrayList<>();
            for (Path file : files(journal)) {
                try {
                    if (!CursorContent.of(file).isBlank()) {
                        names.add(name(file));
                    }
                } catch (NoSuchFileException deletedMeanwhile) {
                    // There is no such cursor any more.
                }
            }
            return names;
        });
    }

    /**
     * Returns the lowest index that a cursor of a journal has to read yet; empty if there is no cursor. One whose making was
     * interrupted doesn't count.
     *
     * @param onDisk whether each index is brought to the disk first
     * @throws JournalFormatException if it can't be told where one of them stands
     */
    public static OptionalLong lowestIndex(Path journal, long identity, boolean onDisk) {
        return FileThreads.call(journal, () -> {
            OptionalLong lowest = OptionalLong.empty();
            for (Path file : files(journal)) {
                try {
                    CursorContent content = CursorContent.of(file);
                    if (!content.isBlank()) {
                        long index = (onDisk ? CursorFile.force(file, identity) : content.index(identity)).orElse(0);
                        lowest = OptionalLong.of(Math.min(index, lowest.orElse(index)));
                    }
                } catch (NoSuchFileException deletedMeanwhile) {
                    // It holds nothing back any more.
                }
            }
            return lowest;
        });
    }

    /** Returns the name of the cursor that a file is of. */
    static String name(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /** Sets cursors that are past an index back to it, on the disk too, when recovery has cut the journal there. No cursor may be held. */
    public static void cut(Path journal, long identity, long index) {
        FileThreads.call(journal, () -> {
            for (Path file : files(journal)) {
                setBack(journal, file, identity, index);
            }
            return index;
        });
    }

    private static void setBack(Path journal, Path file, long identity, long index) throws IOException {
        try {
            if (CursorContent.of(file).index(identity).orElse(0) > index) {
                // An old one on the disk would skip what is appended next, if the machine stops.
                CursorFile.make(file, identity, OptionalLong.of(index), journal.resolve(LockFile.NAME));
                SegmentFiles.forceDirectory(directory(journal));
            }
        } catch (JournalFormatException e) {
            // A tailer that opens this cursor will be told; the journal can do without.
        }
    }

    /** Returns the files of all cursors, in order. To be called on a file thread. */
    static List<Path> files(Path journal) throws IOException {
        if (!Files.isDirectory(directory(journal))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory(journal))) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a cursor has 1 to 100 letters, digits and ._- and starts with none of .-, unlike \""
                            + shown(name) + "\"");
        }
    }

    private static String shown(String name) {
        return name.length() <= MAX_SHOWN
                ? name
                : name.substring(0, MAX_SHOWN) + "... (" + name.length() + " characters)";
    }

    /** Returns the byte that is locked for a cursor. Two names share one with a probability of 2^-62. */
    private static long lockOf(String name) {
        long hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return LockFile.CURSORS + (hash >>> 2);
    }

    void forget(NamedCursor cursor) {
        open.remove(cursor);
    }

    /** Closes all cursors that this has opened. */
    @Override
    public void close() {
        closed = true;
        open.forEach(NamedCursor::close);
    }
}
