package dev.ropewalk.journal.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The payload of a record of format 2 that is a batch: a claim that counts more than one record has it. One header, one commit and
 * one CRC32C are for all of them.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  | length in bytes that all the records have, 0 if they differ   |
 *  +---------------------------------------------------------------+
 *  | bytes of a length: 0, or 2 or 4 if they differ                |
 *  +---------------------------------------------------------------+
 *  | the lengths if they differ, filled up with zeros to a         |
 *  | multiple of 8 bytes                                         ...
 *  +---------------------------------------------------------------+
 *  | payloads, each filled up with zeros to a multiple of 8 bytes...
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * The words are little-endian. Records of 8 bytes take 8.4 bytes each in a batch of 64, and 24 in format 1; payloads are never longer
 * than in format 1, since each record there has a header of 16 bytes.
 *
 * <p>As a frame is one record of the protocol of claims, nothing else of that differs: it is claimed, contested, saved, invalidated, and
 * cut off as a whole, by one word.
 *
 * <p>An instance reads one frame after the other. For the use of one thread at a time.
 */
public final class Frame {
    static final int HEAD_BYTES = 8;
    /** How many bytes the largest table takes that stands before payloads. */
    public static final int MAX_TABLE_BYTES = tableBytes(Integer.BYTES, RecordLayout.MAX_COUNT);

    private static final int WIDTH_AT = 4;
    private static final int MAX_SHORT = 0xffff;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private MemorySegment memory = MemorySegment.NULL;
    private long body;
    private int common;
    private int width;
    // A record, and where its payload starts.
    private int record;
    private long at;

    /** Creates one that has yet to be opened. */
    public Frame() {}

    /** Returns how many bytes a length takes in a table: 0 if all are alike. */
    public static int width(boolean alike, int longest) {
        return alike ? 0 : longest <= MAX_SHORT ? Short.BYTES : Integer.BYTES;
    }

    /** Returns how many bytes stand before the payloads. */
    public static int tableBytes(int width, int records) {
        return HEAD_BYTES + padded(width * records);
    }

    /** Returns how many bytes a payload takes up. */
    public static int padded(int bytes) {
        return (bytes + (RecordLayout.ALIGNMENT - 1)) & -RecordLayout.ALIGNMENT;
    }

    /** Writes what stands before the payloads. */
    public static void writeTable(byte[] image, int from, int width, int[] lengths, int records) {
        INTS.set(image, from, width == 0 ? lengths[0] : 0);
        INTS.set(image, from + WIDTH_AT, width);
        if (width == 0) {
            return;
        }
        // What fills it up is in its last word.
        Payloads.putLong(image, from + tableBytes(width, records) - RecordLayout.ALIGNMENT, 0);
        int at = from + HEAD_BYTES;
        for (int i = 0; i < records; i++) {
            if (width == Short.BYTES) {
                SHORTS.set(image, at, (short) lengths[i]);
            } else {
                INTS.set(image, at, lengths[i]);
            }
            at += width;
        }
    }

    /** Returns whether a record's payload may be a frame by its length. */
    static boolean mayHave(int length) {
        return length >= HEAD_BYTES && length % RecordLayout.ALIGNMENT == 0;
    }

    /** Takes the frame at a place before its first record; returns whether its records fill it. Else it isn't to be used. */
    public boolean open(MemorySegment in, long from, int length, int records) {
        memory = in;
        body = from;
        common = in.get(INT, from);
        width = in.get(INT, from + WIDTH_AT);
        record = 0;
        at = from + HEAD_BYTES;
        boolean isKnown = width == 0 ? common >= 0 : common == 0 && (width == Short.BYTES || width == Integer.BYTES);
        if (!isKnown || tableBytes(width, records) > length) {
            return false;
        }
        at = from + tableBytes(width, records);
        long end = at;
        if (width == 0) {
            end += (long) padded(common) * records;
        } else {
            for (int i = 0; i < records; i++) {
                int next = length(i);
                if (next < 0 || next > length) {
                    return false;
                }
                end += padded(next);
            }
        }
        return end == from + length;
    }

    /** Returns the length of a record. */
    public int length(int number) {
        if (width == 0) {
            return common;
        }
        long lengthAt = body + HEAD_BYTES + (long) width * number;
        return width == Short.BYTES ? Short.toUnsignedInt(memory.get(SHORT, lengthAt)) : memory.get(INT, lengthAt);
    }

    /** Returns where the payload of a record starts, which takes least for a neighbour of that of the call before. */
    public long at(int number) {
        at += number < record ? -bytesBetween(number, record) : bytesBetween(record, number);
        record = number;
        return at;
    }

    private long bytesBetween(int from, int to) {
        if (width == 0) {
            return (long) padded(common) * (to - from);
        }
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += padded(length(i));
        }
        return bytes;
    }
}
