package dev.ropewalk.lab.affinity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What messages hold: their number in the first eight bytes, and in the last eight something that depends on it. A checksum
 * over both shows whether all arrived, whole and in order.
 */
final class Message {
    static final int MIN_BYTES = Long.BYTES;
    /** Ends a conversation. */
    static final long LAST = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long ORDERED_FACTOR = 31;

    private Message() {}

    /** Makes a message the one with a number. */
    static void number(byte[] message, long number) {
        LONG.set(message, message.length - Long.BYTES, number * GOLDEN);
        LONG.set(message, 0, number);
    }

    /** Returns a message's number. */
    static long number(byte[] message) {
        return (long) LONG.get(message, 0);
    }

    /** Returns the checksum of some messages and one more. */
    static long sum(long sum, byte[] message) {
        return sum * ORDERED_FACTOR + number(message) + (long) LONG.get(message, message.length - Long.BYTES);
    }

    /** Returns the checksum of messages with numbers from 0 on. */
    static long sumOf(long messages, int bytes) {
        var message = new byte[bytes];
        long sum = 0;
        for (long number = 0; number < messages; number++) {
            number(message, number);
            sum = sum(sum, message);
        }
        return sum;
    }
}
