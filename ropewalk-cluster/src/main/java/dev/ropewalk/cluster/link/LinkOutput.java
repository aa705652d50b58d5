package dev.ropewalk.cluster.link;

import java.util.Arrays;

/** A frame that is written, into an array that was made large enough. */
final class LinkOutput {
    static final int MAX_NUMBER_BYTES = 9;
    private static final int HEAD_BYTES = 2;
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    private final byte[] bytes;
    private int at;

    /**
     * Begins a frame.
     *
     * @param bodyBytes behind its head, at most
     */
    LinkOutput(byte kind, int bodyBytes) {
        bytes = new byte[HEAD_BYTES + bodyBytes];
        bytes[at++] = LinkFrames.VERSION;
        bytes[at++] = kind;
    }

    /** Returns in how many bytes a number is written. */
    static int sizeOf(long number) {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(number | 1)) / 7 + 1;
    }

    void number(long number) {
        long rest = number;
        while (rest > SEVEN_BITS) {
            bytes[at++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    /** Writes bytes behind their number. */
    void bytes(byte[] value) {
        number(value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        at += value.length;
    }

    byte[] toFrame() {
        return at == bytes.length ? bytes : Arrays.copyOf(bytes, at);
    }
}
