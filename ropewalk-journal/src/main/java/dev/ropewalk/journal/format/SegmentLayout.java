package dev.ropewalk.journal.format;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * The layout of a segment's file. Words are little-endian; a <i>checked word</i> is as {@link CheckedWord} has it.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic, "ROPEWALK"
 *        8      4  {@link Format}
 *       12      4  bytes of this header
 *       16      8  bytes of the file
 *       24      8  number of the segment, from 0
 *       32      8  identity of the journal, random
 *       40      4  CRC32C of the bytes 0 to 39
 *       44      4  zero
 *       48      8  index of the first record, plus 1; checked word, 0 = the segment before hasn't ended
 *       56      8  when its first record could be written, milliseconds of the epoch; checked word
 *       64      8  when it ended; checked word, 0 = it hasn't
 *       72      8  offset of its end record; checked word, 0 = it hasn't ended
 *       80     48  zero
 *      128      8  hint where the tail is: offset / 8 (28 bits), records before it (36 bits); not kept over a restart
 *      136     56  zero
 *      192         records
 * </pre>
 */
public final class SegmentLayout {
    static final long MAGIC = 0x4B4C415745504F52L;
    static final int MAGIC_AT = 0;
    public static final int VERSION_AT = 8;
    static final int HEADER_BYTES_AT = 12;
    static final int BYTES_AT = 16;
    public static final int NUMBER_AT = 24;
    public static final int IDENTITY_AT = 32;
    static final int CHECKSUM_AT = 40;
    public static final int FIRST_INDEX_AT = 48;
    public static final int START_AT = 56;
    public static final int END_AT = 64;
    public static final int END_OFFSET_AT = 72;
    public static final int TAIL_HINT_AT = 128;
    public static final int HEADER_BYTES = 192;

    public static final long PAGE_BYTES = 4096;
    public static final long MIN_BYTES = 4096;
    static final long MAX_BYTES = 1L << 30;

    private static final int HINT_NUMBER_BITS = 36;

    private SegmentLayout() {}

    public static void checkBytes(long bytes) {
        if (bytes < MIN_BYTES || bytes > MAX_BYTES || bytes % PAGE_BYTES != 0) {
            throw new IllegalArgumentException("segments have " + MIN_BYTES + " to " + MAX_BYTES
                    + " bytes, a multiple of " + PAGE_BYTES + ", not " + bytes);
        }
    }

    /** Returns the start of a segment's file, which never changes. */
    public static ByteBuffer head(long bytes, long number, long identity, int format) {
        ByteBuffer head = ByteBuffer.allocate(FileHead.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(MAGIC_AT, MAGIC)
                .putInt(VERSION_AT, format)
                .putInt(HEADER_BYTES_AT, HEADER_BYTES)
                .putLong(BYTES_AT, bytes)
                .putLong(NUMBER_AT, number)
                .putLong(IDENTITY_AT, identity);
        return head.putInt(CHECKSUM_AT, FileHead.checksum(head.array()));
    }

    /** Checks that a mapped file is a segment of a known format, and which. */
    public static void checkHead(Path file, Segment segment, long identity) {
        FileHead head = FileHead.of(file, segment.number, segment.memory);
        head.check();
        if (head.origin().identity() != identity) {
            throw new JournalFormatException(file + " is a segment of another journal");
        }
        head.wrongAt(head(segment.bytes, segment.number, identity, head.format()))
                .ifPresent(at -> {
                    throw new JournalCorruptException(
                            segment.number, at, file + " is segment " + head.number() + " by its head");
                });
    }

    /**
     * Returns what goes into the checksums of all records of a segment, so that a page of another segment or journal is
     * noticed: the CRC32C of bytes 24 to 39 of its file, which tell both. Two segments of a journal never have the same
     * as long as their numbers differ in the lower 32 bits, for a CRC tells all such differences.
     */
    public static int seed(long number, long identity) {
        return Checksum.ofWords(number, identity);
    }

    public static long tailHint(long offset, int records) {
        return ((offset / RecordLayout.ALIGNMENT) << HINT_NUMBER_BITS) | records;
    }

    public static long hintedOffset(long hint) {
        return (hint >>> HINT_NUMBER_BITS) * RecordLayout.ALIGNMENT;
    }

    public static int hintedRecords(long hint) {
        return (int) (hint & ((1L << HINT_NUMBER_BITS) - 1));
    }
}
