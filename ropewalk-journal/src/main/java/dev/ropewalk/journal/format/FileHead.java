package dev.ropewalk.journal.format;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The first 48 bytes of a control file or of a segment as they were found. They are written before the file is opened for
 * use, and that of the control file once more if the journal is upgraded; both kinds have magic, version, bytes of a segment and CRC32C at the same places.
 *
 * <p>A head with a single wrong bit tells by its CRC which: at this length any two right heads differ in at least six bits, so
 * no other one is as near. It counts like an intact one. A head with more damage tells nothing.
 */
public final class FileHead {
    public static final int BYTES = 48;
    /** The number of the segment that is none: of the control file. */
    public static final long CONTROL = -1;

    // No library will write more of them: a higher one is damage.
    private static final int MAX_VERSION = 1000;
    private static final int CHECKED_BYTES = ControlLayout.CHECKSUM_AT + Integer.BYTES;

    public final Path file;
    /** Number of the segment by the file's name, or {@link #CONTROL}. */
    public final long segment;
    /** Bytes of the file, -1 if there is none. */
    public final long fileBytes;

    private final byte[] found;
    // As it was written; null if too much is damaged to tell.
    private final byte @Nullable [] written;

    private FileHead(Path file, long segment, long fileBytes, byte[] found) {
        this.file = file;
        this.segment = segment;
        this.fileBytes = fileBytes;
        this.found = found;
        this.written = written();
    }

    /** Reads that of a journal's control file. */
    public static FileHead ofControl(Path directory) throws IOException {
        Path file = directory.resolve(ControlLayout.FILE);
        FileHead head = read(file, CONTROL);
        while (head.isBetweenFormats()) {
            FileHead next = read(file, CONTROL);
            if (Arrays.equals(next.found, head.found)) {
                // Damage stays. An upgrade comes further.
                return next;
            }
            head = next;
        }
        return head;
    }

    /** Reads the head of a file, which may be missing. */
    public static FileHead read(Path file, long segment) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int read = 0;
            while (read >= 0 && bytes.hasRemaining()) {
                read = channel.read(bytes);
            }
            return new FileHead(file, segment, channel.size(), bytes.array());
        } catch (NoSuchFileException e) {
            return new FileHead(file, segment, -1, bytes.array());
        }
    }

    /** Takes the head of a file that is mapped. */
    public static FileHead of(Path file, long segment, MemorySegment memory) {
        return new FileHead(
                file, segment, memory.byteSize(), memory.asSlice(0, BYTES).toArray(ValueLayout.JAVA_BYTE));
    }

    private byte @Nullable [] written() {
        byte[] tried = Arrays.copyOf(Arrays.copyOf(found, CHECKED_BYTES), BYTES);
        if (isRight(tried)) {
            return tried;
        }
        if (isBetweenFormats()) {
            return ofControl(Format.NEWEST);
        }
        for (int bit = 0; bit < CHECKED_BYTES * Byte.SIZE; bit++) {
            flip(tried, bit);
            if (isRight(tried)) {
                return tried;
            }
            flip(tried, bit);
        }
        return null;
    }

    /**
     * Returns whether each byte is that of one of the right heads that differ in their format alone, without being one of these: so
     * a reader may find a control file that is being upgraded, which takes no lock that it would wait for.
     */
    public boolean isBetweenFormats() {
        if (segment != CONTROL || isRight(found)) {
            return false;
        }
        byte[] one = ofControl(Format.RUNS);
        byte[] other = ofControl(Format.FRAMES);
        if (!isRight(one) || !isRight(other)) {
            return false;
        }
        for (int at = 0; at < BYTES; at++) {
            if (found[at] != one[at] && found[at] != other[at]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the head of a control file with a format, and all else as it was found. */
    private byte[] ofControl(int format) {
        byte[] head = Arrays.copyOf(Arrays.copyOf(found, CHECKED_BYTES), BYTES);
        words(head).putInt(ControlLayout.VERSION_AT, format).putInt(ControlLayout.CHECKSUM_AT, checksum(head));
        return head;
    }

    private static void flip(byte[] bytes, int bit) {
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }

    private boolean isRight(byte[] bytes) {
        ByteBuffer words = words(bytes);
        return words.getLong(ControlLayout.MAGIC_AT) == magic()
                && Format.isKnown(words.getInt(ControlLayout.VERSION_AT))
                && words.getInt(ControlLayout.CHECKSUM_AT) == checksum(bytes);
    }

    /** Returns the CRC32C that a head ends with. */
    static int checksum(byte[] head) {
        return new Checksum().of(head, 0, ControlLayout.CHECKSUM_AT);
    }

    private long magic() {
        return segment == CONTROL ? ControlLayout.MAGIC : SegmentLayout.MAGIC;
    }

    private static ByteBuffer words(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public boolean exists() {
        return fileBytes >= 0;
    }

    /** Returns whether it tells what its journal is. */
    public boolean isKnown() {
        return written != null;
    }

    /** Refuses a file of a newer format, which isn't to be taken for a damaged one. */
    public void checkVersion() {
        int version = words(found).getInt(ControlLayout.VERSION_AT);
        boolean isPlausible = version > Format.NEWEST && version <= MAX_VERSION;
        if (!isKnown() && words(found).getLong(ControlLayout.MAGIC_AT) == magic() && isPlausible) {
            throw new JournalFormatException(
                    file + " has format version " + version + "; this is for versions up to " + Format.NEWEST);
        }
    }

    /** Refuses all but intact ones. */
    public void check() {
        checkVersion();
        long magic = words(found).getLong(ControlLayout.MAGIC_AT);
        String kind = segment == CONTROL ? "control file" : "segment";
        if (written == null && magic != magic()) {
            String what = file + " is no " + kind + " of a journal: it starts with "
                    + Long.toHexString(Long.reverseBytes(magic)) + "; if it was one, repair rebuilds its head";
            // A control file tells that there is a journal. A segment belongs to one that is there.
            throw segment == CONTROL
                    ? new JournalFormatException(what)
                    : new JournalCorruptException(segment, SegmentLayout.MAGIC_AT, what);
        }
        int at = written == null ? ControlLayout.CHECKSUM_AT : Arrays.mismatch(found, written);
        if (at >= 0) {
            String what = written == null ? ": the CRC32C of its head is wrong" : ": its head isn't as it was written";
            throw new JournalCorruptException(segment, at, file + what + "; repair rebuilds it");
        }
    }

    /** Returns what it tells of its journal. The head is {@linkplain #isKnown known}. */
    public Origin origin() {
        int identityAt = segment == CONTROL ? ControlLayout.IDENTITY_AT : SegmentLayout.IDENTITY_AT;
        return new Origin(word(identityAt), word(ControlLayout.SEGMENT_BYTES_AT));
    }

    /** Returns the {@link Format} that a known one tells. */
    public int format() {
        return (int) word(ControlLayout.VERSION_AT);
    }

    /** Returns when a known control file was made. */
    public long madeMillis() {
        return word(ControlLayout.MADE_AT);
    }

    /** Returns the number that a known segment has by its head. */
    public long number() {
        return word(SegmentLayout.NUMBER_AT);
    }

    private long word(int at) {
        if (written == null) {
            throw new IllegalStateException(file + " has no head that tells anything");
        }
        return words(written).getLong(at);
    }

    /** Returns its bytes as they were found, with zeros for those that are missing. */
    public ByteBuffer found() {
        return ByteBuffer.wrap(found).asReadOnlyBuffer();
    }

    /** Returns the offset of the first byte that isn't as it should be; empty if all are. */
    public OptionalLong wrongAt(ByteBuffer expected) {
        int at = ByteBuffer.wrap(found).mismatch(expected);
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /**
     * What all heads of a journal agree on.
     *
     * @param identity the journal's random number
     * @param segmentBytes bytes of a segment
     */
    public record Origin(long identity, long segmentBytes) {
        @Override
        public String toString() {
            return "identity " + Long.toHexString(identity) + " with segments of " + segmentBytes + " bytes";
        }
    }
}
