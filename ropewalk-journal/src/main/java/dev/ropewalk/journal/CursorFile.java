package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;

/**
 * The mapped file of a named cursor. Words are little-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic, "ROPECURS"; 0 = its making was interrupted
 *        8      4  format version
 *       12     52  zero
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
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer content = content(channel);
            if (content.getLong(MAGIC_AT) == 0) {
                initialize(channel);
            } else {
                check(file, content);
            }
            Arena arena = Arena.ofShared();
            return new CursorFile(file, arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena));
        }
    }

    /** Reads the index in a file that somebody else may hold. To be called on a file thread. */
    static OptionalLong read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer content = content(channel);
            if (content.getLong(MAGIC_AT) == 0) {
                return OptionalLong.empty();
            }
            check(file, content);
            return index(file, content.getLong((int) INDEX_AT));
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

    private static void initialize(FileChannel channel) throws IOException {
        // All bytes are written, so that the disk has room for what is later stored through the mapping.
        ByteBuffer content = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        content.putLong(MAGIC_AT, MAGIC).putInt(VERSION_AT, VERSION);
        while (content.hasRemaining()) {
            channel.write(content, content.position());
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

    private JournalIoException cut(InternalError e) {
        return new JournalIoException(file + " was made shorter while it was in use: " + e.getMessage(), e);
    }

    /** Deletes the file; what is mapped stays so. */
    void delete() {
        FileThreads.call(file, () -> Files.deleteIfExists(file));
    }

    @Override
    public void close() {
        arena.close();
    }
}
