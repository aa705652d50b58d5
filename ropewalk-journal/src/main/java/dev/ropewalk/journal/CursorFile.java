package dev.ropewalk.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The mapped file of a named cursor. Words are little-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic, "ROPECURS"; 0 = its making was interrupted
 *        8      4  format version
 *       12      4  zero
 *       16      8  CRC32C of the file's name; checked word, 0 = not known
 *       24     40  zero
 *       64      8  index of the next record, plus 1; checked word, 0 = nothing committed
 *       72   4024  zero
 * </pre>
 *
 * The index is one word, stored at once, so that a reader or a crash finds the old one or the new one. Thread-safe.
 */
final class CursorFile implements AutoCloseable {
    static final int BYTES = 4096;

    private static final long MAGIC = 0x5352554345504F52L;
    private static final int VERSION = 1;
    private static final int MAGIC_AT = 0;
    private static final int VERSION_AT = 8;
    private static final int NAME_AT = 16;
    private static final long INDEX_AT = 64;
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

    /** Maps the file, made if it is missing, for the holder of the cursor's lock. To be called on a file thread. */
    static CursorFile open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer content = content(channel);
            if (content.getLong(MAGIC_AT) == 0) {
                initialize(file, channel);
            } else {
                check(file, content);
            }
            // Who has made it may have died before this.
            channel.force(true);
            Arena arena = Arena.ofShared();
            return new CursorFile(file, arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena));
        }
    }

    /** Returns whether the file was made to its end, or is something else. To be called on a file thread. */
    static boolean isMade(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return content(channel).getLong(MAGIC_AT) != 0;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Reads the index in a file that somebody else may hold. To be called on a file thread. */
    static OptionalLong read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer content = content(channel);
            if (content.getLong(MAGIC_AT) == 0) {
                return OptionalLong.empty();
            }
            check(file, content);
            return index(file, content.getLong((int) INDEX_AT));
        }
    }

    /**
     * Reads the index in a file that somebody else may hold, and returns it when it is on the disk, or a later one. To be called on
     * a file thread.
     */
    static OptionalLong force(Path file) throws IOException {
        if (read(file).isEmpty()) {
            return OptionalLong.empty();
        }
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                Arena arena = Arena.ofShared()) {
            if (channel.size() < BYTES) {
                // A mapping would make it longer, without blocks.
                return OptionalLong.empty();
            }
            var cursor = new CursorFile(file, arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena));
            // Stores what is there, so that the page is written even if that has failed before and it counts as clean.
            long word = (long) LONG.getAcquire(cursor.memory, INDEX_AT);
            while (!LONG.compareAndSet(cursor.memory, INDEX_AT, word, word)) {
                word = (long) LONG.getAcquire(cursor.memory, INDEX_AT);
            }
            cursor.force();
            return index(file, word);
        }
    }

    private static ByteBuffer content(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int read;
        do {
            read = channel.read(buffer, buffer.position());
        } while (read > 0 && buffer.hasRemaining());
        return buffer;
    }

    private static void initialize(Path file, FileChannel channel) throws IOException {
        // All bytes are written, so that the disk has room for what is later stored through the mapping.
        ByteBuffer content = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        content.putLong(MAGIC_AT, MAGIC).putInt(VERSION_AT, VERSION).putLong(NAME_AT, nameWord(file));
        try {
            while (content.hasRemaining()) {
                channel.write(content, content.position());
            }
        } catch (IOException e) {
            JournalIoException failure = Allocation.failure(file, BYTES, e);
            // The cursor's lock is held, so nobody else has it open.
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    private static void check(Path file, ByteBuffer content) {
        if (content.getLong(MAGIC_AT) != MAGIC) {
            throw new JournalFormatException(file + " isn't the file of a cursor");
        }
        if (content.getInt(VERSION_AT) != VERSION) {
            throw new JournalFormatException(
                    file + " has format version " + content.getInt(VERSION_AT) + ", this library knows " + VERSION);
        }
        long name = content.getLong(NAME_AT);
        if (name != 0 && name != nameWord(file)) {
            throw new JournalFormatException(file + " is damaged at offset " + NAME_AT
                    + ", or the file of another cursor: the word of its name is " + Long.toHexString(name)
                    + " (hexadecimal), not " + Long.toHexString(nameWord(file)));
        }
    }

    private static long nameWord(Path file) {
        var checksum = new CRC32C();
        checksum.update(String.valueOf(file.getFileName()).getBytes(StandardCharsets.UTF_8));
        return CheckedWord.of(checksum.getValue());
    }

    private static OptionalLong index(Path file, long word) {
        if (word == 0) {
            return OptionalLong.empty();
        }
        if (!CheckedWord.isValid(word)) {
            throw new JournalFormatException(file + " is damaged: the word of its index is " + Long.toHexString(word)
                    + " (hexadecimal), the check of which is wrong");
        }
        return OptionalLong.of(CheckedWord.value(word) - 1);
    }

    /** Returns the index of the next record, if one was stored. */
    OptionalLong index() {
        try {
            return index(file, (long) LONG.getAcquire(memory, INDEX_AT));
        } catch (InternalError e) {
            throw cut(e);
        }
    }

    /** Stores the index of the next record. */
    void setIndex(long index) {
        try {
            LONG.setRelease(memory, INDEX_AT, CheckedWord.of(index + 1));
        } catch (InternalError e) {
            throw cut(e);
        }
    }

    /** Returns when what was stored is on the disk. */
    void force() {
        try {
            memory.force();
        } catch (UncheckedIOException e) {
            throw FileThreads.failure(file, Objects.requireNonNull(e.getCause()));
        }
    }

    private JournalIoException cut(InternalError e) {
        return new JournalIoException(file + " was made shorter while it was in use: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        arena.close();
    }
}
