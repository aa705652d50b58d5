package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies of payloads, short ones word by word: a call of the copying stub costs more than they do. */
final class Payloads {
    private static final int MAX_WORDWISE = 64;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Payloads() {}

    static void copy(byte[] from, int at, MemorySegment to, long offset, int length) {
        if (length > MAX_WORDWISE) {
            MemorySegment.copy(from, at, to, ValueLayout.JAVA_BYTE, offset, length);
            return;
        }
        int whole = length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            to.set(Segment.UNALIGNED_LONG, offset + i, (long) LONGS.get(from, at + i));
        }
        for (int i = whole; i < length; i++) {
            to.set(ValueLayout.JAVA_BYTE, offset + i, from[at + i]);
        }
    }

    /** Reads the buffer's remaining bytes into an array that has room for them, and leaves its position. */
    static void read(ByteBuffer from, byte[] to, int at) {
        from.get(from.position(), to, at, from.remaining());
    }

    static void read(MemorySegment from, long at, byte[] to, int toAt, int length) {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, to, toAt, length);
    }

    static void putLong(byte[] to, int at, long value) {
        LONGS.set(to, at, value);
    }

    /** Returns a length in bytes as an int, which is as much as a payload may have. */
    static int checkLength(long length) {
        if (length < 0 || length > RecordLayout.MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "the length of a record is 0 to " + RecordLayout.MAX_LENGTH + " bytes, not " + length);
        }
        return (int) length;
    }
}
