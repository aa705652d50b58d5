package dev.ropewalk.journal.format;

import dev.ropewalk.journal.files.LockRecord;
import dev.ropewalk.journal.files.Watermark;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The layout of the control file. Words are little-endian; a <i>checked word</i> is as {@link CheckedWord} has it, 0 = no
 * value. What is written often has a cache line of its own.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic, "ROPECTRL"
 *        8      4  {@link Format} of segments that are made
 *       12      4  bytes of this file
 *       16      8  bytes of a segment
 *       24      8  identity of the journal, random
 *       32      8  when it was made, milliseconds of the epoch
 *       40      4  CRC32C of the bytes 0 to 39
 *       44     20  zero
 *       64     16  identity of the boot of the machine in which it was recovered last
 *       80      8  not 0 while it is being recovered; checked word
 *       88      8  number of the first segment that isn't deleted; checked word
 *       96      8  number of the last segment that has begun, or one before; checked word
 *      104      8  writer sessions that have begun; checked word
 *      112      8  writer sessions that have ended in order; checked word
 *      120      8  CRC32C of the bytes 64 to 79; checked word; without it that boot is unknown
 *      128      8  durable watermark: everything before this position / 8 was forced; checked word
 *      136      8  CRC32C of device and inode of this file when it was recovered last; checked word
 *      144      8  CRC32C of device and inode of the lock file; checked word, see {@link LockRecord}
 *      152     40  zero
 *      192      8  not 0 if it is poisoned: in which boot, as {@link Watermark} has it; checked word
 *      200   3896  zero
 * </pre>
 */
public final class ControlLayout {
    public static final String FILE = "journal.ctl";
    static final long MAGIC = 0x4C52544345504F52L;
    static final int MAGIC_AT = 0;
    public static final int VERSION_AT = 8;
    static final int FILE_BYTES_AT = 12;
    public static final int SEGMENT_BYTES_AT = 16;
    public static final int IDENTITY_AT = 24;
    public static final int MADE_AT = 32;
    static final int CHECKSUM_AT = 40;
    public static final int BOOT_AT = 64;
    public static final int RECOVERING_AT = 80;
    public static final int FIRST_SEGMENT_AT = 88;
    public static final int LAST_SEGMENT_AT = 96;
    public static final int SESSIONS_BEGUN_AT = 104;
    public static final int SESSIONS_ENDED_AT = 112;
    public static final int BOOT_CHECK_AT = 120;
    public static final int WATERMARK_AT = 128;
    public static final int PLACE_AT = 136;
    public static final int LOCK_AT = 144;
    public static final int POISON_AT = 192;
    public static final int FILE_BYTES = 4096;

    private ControlLayout() {}

    /** Returns the start of the file, which changes only if the journal is upgraded. */
    public static ByteBuffer head(long segmentBytes, long identity, long madeMillis, int format) {
        ByteBuffer head = ByteBuffer.allocate(FileHead.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(MAGIC_AT, MAGIC)
                .putInt(VERSION_AT, format)
                .putInt(FILE_BYTES_AT, FILE_BYTES)
                .putLong(SEGMENT_BYTES_AT, segmentBytes)
                .putLong(IDENTITY_AT, identity)
                .putLong(MADE_AT, madeMillis);
        return head.putInt(CHECKSUM_AT, FileHead.checksum(head.array()));
    }
}
