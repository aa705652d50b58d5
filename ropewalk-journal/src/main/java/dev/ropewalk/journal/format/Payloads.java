package dev.ropewalk.journal.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies of payloads. A single word is copied as such, without a call of the copying stub. */
public final class Payloads {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Payloads() {}

    public static void copy(byte[] from, int at, MemorySegment to, long offset, int length) {
        if (length == Long.BYTES) {
            to.set(Segment.UNALIGNED_LONG, offset, (long) LONGS.get(from, at));
        } else {
            MemorySegment.copy(from, at, to, ValueLayout.JAVA_BYTE, offset, length);
        }
    }

    public static void copy(MemorySegment from, long offset, byte[] to, int length) {
        if (length == Long.BYTES) {
            putLong(to, 0, from.get(Segment.UNALIGNED_LONG, offset));
        } else {
            MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, to, 0, length);
        }
    }

    public static void copy(byte[] from, int at, byte[] to, int toAt, int length) {
        if (length == Long.BYTES) {
            putLong(to, toAt, (long) LONGS.get(from, at));
        } else {
            System.arraycopy(from, at, to, toAt, length);
        }
    }

    /** Reads the buffer's remaining bytes into an array that has room for them, and leaves its position. */
    public static void read(ByteBuffer from, byte[] to, int at) {
        from.get(from.position(), to, at, from.remaining());
    }

    public static void read(MemorySegment from, long at, byte[] to, int toAt, int length) {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, to, toAt, length);
    }

    public static void putLong(byte[] to, int at, long value) {
        LONGS.set(to, at, value);
    }

    /** Returns a length in bytes as an int, which is as much as a payload may have. */
    public static int checkLength(long length) {
        if (length < 0 || length > RecordLayout.MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "the length of a record is 0 to " + RecordLayout.MAX_LENGTH + " bytes, not " + length);
        }
        return (int) length;
    }
}
