package dev.ropewalk.journal.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * CRC32C of records: over the payload, then the claim word, into whose lower half number and segment's seed are mixed by
 * exclusive or. These are 8 bytes more, and a CRC is linear: what payload and header add to it is computed apart and joined
 * by exclusive or, so that neither waits for the other.
 *
 * <p>A word goes through tables in one step, which the CPU overlaps with its other work: a fifth of what a call of
 * {@link CRC32C} costs. Longer payloads go through that, since steps wait for one another; and from the heap, since over
 * mapped memory it would take the JVM down when the file is truncated.
 *
 * <p>Not thread-safe. The tables: Kounavis and Berry, "A Systematic Approach to Building High Performance Software-based
 * CRC Generators", 2005.
 */
public final class Checksum {
    private static final int POLYNOMIAL = 0x82F63B78;
    private static final int[] TABLES = tables();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();
    private byte[] copy = new byte[256];
    // What the last header has added, without the lowest byte of the number.
    private long lastClaim;
    private int lastBlock;
    private int lastHeader;

    /** Returns the checksum of a record from its segment's seed, what its payload adds to it, its number and claim word. */
    public static int ofRecord(int seed, int payload, int number, long claim) {
        return ~(payload ^ step(TABLES, number ^ seed, claim));
    }

    /** Returns the checksum of a record, faster for records that follow one another and have the same claim word. */
    public int ofNextRecord(int seed, int payload, int number, long claim) {
        int seeded = number ^ seed;
        int block = seeded & ~0xff;
        if (claim != lastClaim || block != lastBlock) {
            lastClaim = claim;
            lastBlock = block;
            lastHeader = step(TABLES, block, claim);
        }
        return ~(payload ^ lastHeader ^ TABLES[0x700 + (seeded & 0xff)]);
    }

    static int ofWord(long word) {
        return ~step(TABLES, ~0, word);
    }

    public static int ofWords(long first, long second) {
        int[] tables = TABLES;
        return ~step(tables, step(tables, ~0, first), second);
    }

    /** Returns the checksum of bytes that are no record. */
    int of(byte[] bytes, int from, int length) {
        return ~state(bytes, from, length);
    }

    /** Returns what an empty payload adds to its record's checksum. */
    static int ofNoPayload() {
        return passLow(TABLES, ~0);
    }

    /** Returns what a payload adds to its record's checksum. */
    public int ofPayload(byte[] bytes, int from, int length) {
        return length == Long.BYTES
                ? ofWordPayload((long) LONGS.get(bytes, from))
                : passLow(TABLES, state(bytes, from, length));
    }

    /** Returns what a payload adds that may lie in mapped memory. */
    public int ofPayload(MemorySegment memory, long from, int length) {
        if (length == Long.BYTES) {
            return ofWordPayload(memory.get(Segment.UNALIGNED_LONG, from));
        }
        if (copy.length < length) {
            copy = new byte[Math.max(length, 2 * copy.length)];
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, copy, 0, length);
        return ofPayload(copy, 0, length);
    }

    private int state(byte[] bytes, int from, int length) {
        if (length > Long.BYTES) {
            crc.reset();
            crc.update(bytes, from, length);
            return ~(int) crc.getValue();
        }
        int[] tables = TABLES;
        int state = ~0;
        for (int at = from; at < from + length; at++) {
            state = tables[(state ^ bytes[at]) & 0xff] ^ (state >>> 8);
        }
        return state;
    }

    /** Returns the state after a payload of one word and a header of zeros. */
    private static int ofWordPayload(long word) {
        int[] tables = TABLES;
        int low = ~(int) word;
        int high = (int) (word >>> Integer.SIZE);
        // Joined pairwise, so that the last one waits for three others and not for seven.
        return ((tables[0xf00 + (low & 0xff)] ^ tables[0xe00 + ((low >>> 8) & 0xff)])
                        ^ (tables[0xd00 + ((low >>> 16) & 0xff)] ^ tables[0xc00 + (low >>> 24)]))
                ^ ((tables[0xb00 + (high & 0xff)] ^ tables[0xa00 + ((high >>> 8) & 0xff)])
                        ^ (tables[0x900 + ((high >>> 16) & 0xff)] ^ tables[0x800 + (high >>> 24)]));
    }

    private static int step(int[] tables, int state, long word) {
        return passLow(tables, state ^ (int) word) ^ passHigh(tables, (int) (word >>> Integer.SIZE));
    }

    private static int passLow(int[] tables, int low) {
        return tables[0x700 + (low & 0xff)]
                ^ tables[0x600 + ((low >>> 8) & 0xff)]
                ^ tables[0x500 + ((low >>> 16) & 0xff)]
                ^ tables[0x400 + (low >>> 24)];
    }

    private static int passHigh(int[] tables, int high) {
        return tables[0x300 + (high & 0xff)]
                ^ tables[0x200 + ((high >>> 8) & 0xff)]
                ^ tables[0x100 + ((high >>> 16) & 0xff)]
                ^ tables[high >>> 24];
    }

    private static int[] tables() {
        int[] tables = new int[2 * Long.BYTES * 256];
        for (int b = 0; b < 256; b++) {
            int state = b;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                state = (state >>> 1) ^ ((state & 1) == 0 ? 0 : POLYNOMIAL);
            }
            tables[b] = state;
        }
        for (int i = 256; i < tables.length; i++) {
            tables[i] = tables[tables[i - 256] & 0xff] ^ (tables[i - 256] >>> 8);
        }
        return tables;
    }
}
