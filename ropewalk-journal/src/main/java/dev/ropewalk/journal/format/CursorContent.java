package dev.ropewalk.journal.format;

import dev.ropewalk.journal.JournalFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What is in the file of a named cursor. Words are little-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic, "ROPECURS"
 *        8      4  format version
 *       12      4  zero
 *       16      8  CRC32C of the file's name; checked word, 0 = not known
 *       24      8  identity of the journal, 0 = not known
 *       32     32  zero
 *       64      8  index of the next record, plus 1; checked word, 0 = nothing committed
 *       72   4024  zero
 * </pre>
 *
 * A file without any byte but zero is that of a cursor which was never used: its making was interrupted.
 */
public final class CursorContent {
    public static final int BYTES = 4096;
    static final int IDENTITY_AT = 24;
    public static final int INDEX_AT = 64;

    private static final long MAGIC = 0x5352554345504F52L;
    private static final int VERSION = 1;
    private static final int MAGIC_AT = 0;
    private static final int VERSION_AT = 8;
    private static final int NAME_AT = 16;

    private final Path file;
    private final ByteBuffer bytes;
    private final long size;

    private CursorContent(Path file, ByteBuffer bytes, long size) {
        this.file = file;
        this.bytes = bytes;
        this.size = size;
    }

    /** Reads a file that another process may hold. To be called on a file thread. */
    public static CursorContent of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return of(file, channel);
        }
    }

    static CursorContent of(Path file, FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int read;
        do {
            read = channel.read(bytes, bytes.position());
        } while (read > 0 && bytes.hasRemaining());
        return new CursorContent(file, bytes, channel.size());
    }

    /** Returns what is written to the file of a cursor that stands before a record, or nowhere so far. */
    public static byte[] fresh(Path file, long identity, OptionalLong index) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MAGIC_AT, MAGIC)
                .putInt(VERSION_AT, VERSION)
                .putLong(NAME_AT, nameWord(file))
                .putLong(IDENTITY_AT, identity)
                .putLong(INDEX_AT, index.isPresent() ? CheckedWord.of(index.getAsLong() + 1) : 0);
        return bytes.array();
    }

    /** Returns whether nothing but zeros is there. */
    public boolean isBlank() {
        return size <= BYTES && firstNonZero(0, BYTES) == BYTES;
    }

    /** Returns whether the file tells its journal. */
    public boolean hasIdentity() {
        return bytes.getLong(IDENTITY_AT) != 0;
    }

    /**
     * Returns where the cursor of a journal resumes, if that was ever committed.
     *
     * @throws JournalFormatException if the file isn't that of this cursor of this journal, or what it says can't be relied on
     */
    public OptionalLong index(long identity) {
        String damage = damage(identity);
        if (damage != null) {
            throw new JournalFormatException(file + " " + damage);
        }
        return indexOf(file, bytes.getLong(INDEX_AT));
    }

    /** Returns why no tailer can resume there, or null if nothing is wrong. */
    public @Nullable String damage(long identity) {
        if (isBlank()) {
            return null;
        }
        if (bytes.getLong(MAGIC_AT) != MAGIC) {
            return "isn't the file of a cursor";
        }
        if (bytes.getInt(VERSION_AT) != VERSION) {
            return "has format version " + bytes.getInt(VERSION_AT) + ", this library knows " + VERSION;
        }
        long name = bytes.getLong(NAME_AT);
        if (name != 0 && name != nameWord(file)) {
            return "is damaged at offset " + NAME_AT + ", or the file of another cursor: the word of its name is "
                    + Long.toHexString(name) + " (hexadecimal), not " + Long.toHexString(nameWord(file));
        }
        long origin = bytes.getLong(IDENTITY_AT);
        if (origin != 0 && origin != identity) {
            return "is damaged at offset " + IDENTITY_AT + ", or a cursor of another journal: it is of the journal "
                    + Long.toHexString(origin) + " (hexadecimal), not " + Long.toHexString(identity);
        }
        if (size < INDEX_AT + Long.BYTES) {
            return "is damaged: it has " + size + " bytes, not " + BYTES;
        }
        return damageOf(bytes.getLong(INDEX_AT));
    }

    /** Returns what isn't as writers leave it in a file whose index can be relied on, or null if nothing is. */
    public @Nullable String flaw() {
        if (isBlank()) {
            return "has nothing but zeros";
        }
        if (size != BYTES) {
            return "has " + size + " bytes, not " + BYTES;
        }
        int at = firstNonZero(IDENTITY_AT + Long.BYTES, INDEX_AT);
        at = at < INDEX_AT ? at : firstNonZero(INDEX_AT + Long.BYTES, BYTES);
        at = bytes.getInt(VERSION_AT + Integer.BYTES) == 0 ? at : VERSION_AT + Integer.BYTES;
        if (at < BYTES) {
            return "isn't zero at offset " + at;
        }
        return null;
    }

    private int firstNonZero(int from, int to) {
        int at = from;
        while (at < to && bytes.get(at) == 0) {
            at++;
        }
        return at;
    }

    /** Returns the index that a word tells, if there is one. */
    public static OptionalLong indexOf(Path file, long word) {
        String damage = damageOf(word);
        if (damage != null) {
            throw new JournalFormatException(file + " " + damage);
        }
        return word == 0 ? OptionalLong.empty() : OptionalLong.of(CheckedWord.value(word) - 1);
    }

    private static @Nullable String damageOf(long word) {
        return CheckedWord.isValidOrNone(word)
                ? null
                : "is damaged: the word of its index is " + Long.toHexString(word)
                        + " (hexadecimal), the check of which is wrong";
    }

    private static long nameWord(Path file) {
        var checksum = new CRC32C();
        checksum.update(String.valueOf(file.getFileName()).getBytes(StandardCharsets.UTF_8));
        return CheckedWord.of(checksum.getValue());
    }
}
