package dev.ropewalk.journal.format;

/**
 * The layout of a record. Words are little-endian and records start at multiples of 8 bytes.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-----------------------------------------------------+---------+
 *  | length of the payload in bytes (27)                 |count low|  claim word:
 *  +---------+-----------------------------------------------+-----+  0 = free
 *  | high (5)| epoch of the writer, or check if invalid (24) | kind|
 *  +---------+-----------------------------------------------+-----+
 *  |M| number of the record in its segment, from 1 (31)            |  commit word:
 *  +---------------------------------------------------------------+  0 = not committed
 *  | CRC32C of the payload, the claim word, number and seed        |
 *  +---------------------------------------------------------------+
 *  | payload, filled up with zeros to a multiple of 8 bytes      ...
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * The seed tells the segment and its journal, see {@link SegmentLayout#seed}; {@link Checksum} has the checksum. M is set if more records of the same batch follow. It tells recovery where a batch was cut, and isn't in the
 * checksum, so that readers need not know it.
 *
 * <p>In format 1 a batch is a run of such records. In format 2 it is one, of kind DATA as well, whose claim counts more than one; its
 * payload is a {@link Frame}. Kinds CONTINUED and RUN, and M, aren't there.
 *
 * <p>A claim tells how far it reaches and how many indices it takes, so that every process finds the next record's place and
 * index without waiting for it to be committed.
 */
public final class RecordLayout {
    public static final int CLAIM = 0;
    public static final int COMMIT = 8;
    public static final int PAYLOAD = 16;
    public static final int HEADER_BYTES = 16;
    public static final int ALIGNMENT = 8;

    /** A committed or claimed record. */
    public static final int DATA = 1;
    /** A record of a batch in format 1, after its first one: invalid if that one is invalid. */
    public static final int CONTINUED = 2;
    /** A claim for all records of a batch in format 1; becomes the first one's DATA shortly before its commit. */
    public static final int RUN = 3;
    /** The end of the segment: what follows is in the next one. */
    public static final int END = 4;
    /** A claim that is about to be invalidated and that its writer may still save. */
    public static final int CONTESTED = 5;
    /** A claim that will never be committed. */
    public static final int INVALID = 6;
    /** A committed record that was contested. It is read as DATA, and can't be contested again. */
    public static final int SAVED = 7;

    private static final int LENGTH_BITS = 27;
    private static final int COUNT_BITS = 10;
    private static final int EPOCH_BITS = 24;
    private static final int COUNT_SHIFT = LENGTH_BITS;
    private static final int EPOCH_SHIFT = COUNT_SHIFT + COUNT_BITS;
    private static final int KIND_SHIFT = EPOCH_SHIFT + EPOCH_BITS;
    private static final long KIND_MASK = 0b111L << KIND_SHIFT;

    private static final long REACH_MASK = (1L << EPOCH_SHIFT) - 1;

    private static final long MORE = 1L << (Integer.SIZE - 1);

    public static final int MAX_LENGTH = (1 << LENGTH_BITS) - HEADER_BYTES;
    public static final int MAX_COUNT = (1 << COUNT_BITS) - 1;
    public static final int MAX_EPOCH = (1 << EPOCH_BITS) - 1;

    private RecordLayout() {}

    public static long claim(int kind, int epoch, int count, int length) {
        return ((long) kind << KIND_SHIFT) | ((long) epoch << EPOCH_SHIFT) | ((long) count << COUNT_SHIFT) | length;
    }

    public static int kind(long claim) {
        return (int) (claim >>> KIND_SHIFT);
    }

    /** Returns whether a claim is a record's, once there is a commit. A saved claim goes through {@link #unsaved} first. */
    public static boolean isRecord(long claim) {
        int kind = kind(claim);
        return kind == DATA || kind == CONTINUED;
    }

    /** Returns the claim that a record's commit covers: the same as it was before it was contested, if it was saved. */
    static long unsaved(long claim) {
        return kind(claim) == SAVED ? as(DATA, claim) : claim;
    }

    public static int epoch(long claim) {
        return (int) (claim >>> EPOCH_SHIFT) & MAX_EPOCH;
    }

    public static int count(long claim) {
        return (int) (claim >>> COUNT_SHIFT) & MAX_COUNT;
    }

    public static int length(long claim) {
        return (int) claim & ((1 << LENGTH_BITS) - 1);
    }

    /** Returns the same claim as another kind. */
    public static long as(int kind, long claim) {
        return (claim & ~KIND_MASK) | ((long) kind << KIND_SHIFT);
    }

    /**
     * Returns what a claim becomes that is invalidated: no commit covers it, so it carries a check of itself, of seed and number,
     * in the place of the epoch, which isn't needed any more. It is the CRC32C's lower 24 bits.
     */
    public static long invalidated(int seed, int number, long claim) {
        long reach = ((long) INVALID << KIND_SHIFT) | (claim & REACH_MASK);
        long check = Checksum.ofRecord(seed, Checksum.ofNoPayload(), number, reach) & MAX_EPOCH;
        return reach | (check << EPOCH_SHIFT);
    }

    public static long commit(int number, int checksum) {
        return ((long) checksum << Integer.SIZE) | Integer.toUnsignedLong(number);
    }

    /** Returns the commit word of a record of a batch that isn't the last one. */
    public static long continued(long commit) {
        return commit | MORE;
    }

    /** Returns whether more records of the same batch follow: without those this one doesn't count after a crash. */
    public static boolean isContinued(long commit) {
        return (commit & MORE) != 0;
    }

    public static int number(long commit) {
        return (int) commit & Integer.MAX_VALUE;
    }

    public static int checksum(long commit) {
        return (int) (commit >>> Integer.SIZE);
    }

    /** Returns the bytes that a record takes up, from its header to the next record's. */
    public static int size(int length) {
        return (HEADER_BYTES + length + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    /** Returns the commit word of a segment's end, which follows from the claim and from what is before it. */
    public static long endCommit(int seed, int number, long claim) {
        return commit(number, Checksum.ofRecord(seed, Checksum.ofNoPayload(), number, claim));
    }

    /** Returns whether a claim at an offset leaves room for the segment's end after it, or is that end. */
    static boolean fits(long claim, long offset, long segmentBytes, boolean frames) {
        if (kind(claim) == END) {
            return epoch(claim) > 0 && length(claim) == 0 && count(claim) == 0;
        }
        return (epoch(claim) > 0 || kind(claim) == INVALID)
                && (frames ? isOfFrames(claim) : isRecord(unsaved(claim)) ? count(claim) == 1 : count(claim) > 0)
                && offset + size(length(claim)) + HEADER_BYTES <= segmentBytes;
    }

    private static boolean isOfFrames(long claim) {
        int kind = kind(claim);
        return kind != RUN
                && kind != CONTINUED
                && count(claim) > 0
                && (count(claim) == 1 || Frame.mayHave(length(claim)));
    }
}
