package dev.ropewalk.journal.read;

import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.WholeFile;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.CursorContent;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The mapped file of a named cursor, see {@link CursorContent}. The index is one word, stored at once, so that a reader or a crash
 * finds the old one or the new one. Thread-safe.
 */
public final class CursorFile implements AutoCloseable {
    private static final long INDEX_AT = CursorContent.INDEX_AT;
    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final Path file;
    private final Arena arena;
    private final MemorySegment memory;

    private CursorFile(Path file, Arena arena, MemorySegment memory) {
        this.file = file;
        this.arena = arena;
        this.memory = memory;
    }

    /**
     * Maps the file of a cursor of the journal with an identity, made if it is missing, for the holder of the cursor's lock. To be
     * called on a file thread.
     *
     * @param like the file whose permissions it gets
     */
    static CursorFile open(Path file, long identity, Path like) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            make(file, identity, OptionalLong.empty(), like);
        } else {
            CursorContent content = CursorContent.of(file);
            OptionalLong index = content.index(identity);
            if (content.flaw() != null || !content.hasIdentity()) {
                // A cursor that an earlier version made doesn't tell its journal.
                make(file, identity, index, like);
            }
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            Arena arena = Arena.ofShared();
            return new CursorFile(
                    file, arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, CursorContent.BYTES, arena));
        }
    }

    /**
     * Writes the file of a cursor that stands before a record, or nowhere so far. All bytes are written, so that the disk has room
     * for what is later stored through the mapping. For the holder of the cursor's lock, on a file thread.
     */
    public static void make(Path file, long identity, OptionalLong index, Path like) throws IOException {
        WholeFile.replace(file, CursorContent.fresh(file, identity, index), like);
    }

    /**
     * Reads the index in a file that another process may hold, and returns it when it is on the disk, or a later one. To be
     * called on a file thread.
     */
    static OptionalLong force(Path file, long identity) throws IOException {
        if (CursorContent.of(file).index(identity).isEmpty()) {
            return OptionalLong.empty();
        }
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                Arena arena = Arena.ofShared()) {
            if (channel.size() < CursorContent.BYTES) {
                // A mapping would make it longer, without blocks.
                return OptionalLong.empty();
            }
            var cursor = new CursorFile(
                    file, arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, CursorContent.BYTES, arena));
            // Stores what is there, so that the page is written even if that has failed before and it counts as clean.
            long word = (long) LONG.getAcquire(cursor.memory, INDEX_AT);
            while (!LONG.compareAndSet(cursor.memory, INDEX_AT, word, word)) {
                word = (long) LONG.getAcquire(cursor.memory, INDEX_AT);
            }
            cursor.force();
            return CursorContent.indexOf(file, word);
        }
    }

    /** Returns the index of the next record, if one was stored. */
    OptionalLong index() {
        try {
            long word = (long) LONG.getAcquire(memory, INDEX_AT);
            awaitFault();
            return CursorContent.indexOf(file, word);
        } catch (InternalError e) {
            throw cut(e);
        }
    }

    /** Stores the index of the next record. */
    void setIndex(long index) {
        try {
            LONG.setRelease(memory, INDEX_AT, CheckedWord.of(index + 1));
            awaitFault();
        } catch (InternalError e) {
            throw cut(e);
        }
    }

    /** Returns when what was stored is on the disk. */
    void force() {
        try {
            if (memory.isMapped()) {
                memory.force();
            } else {
                SimulatedFiles.force(file, memory);
            }
        } catch (UncheckedIOException e) {
            throw FileThreads.failure(file, Objects.requireNonNull(e.getCause()));
        }
    }

    /**
     * Throws the error if the page of the last load or store isn't there. Compiled code goes on after such a one, and the JVM throws
     * where it looks for errors next, which may be behind the callers. It looks when native code returns.
     */
    private void awaitFault() {
        boolean _ = Thread.holdsLock(this);
    }

    private JournalIoException cut(InternalError e) {
        return new JournalIoException(file + " was made shorter while it was in use: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        arena.close();
    }
}
