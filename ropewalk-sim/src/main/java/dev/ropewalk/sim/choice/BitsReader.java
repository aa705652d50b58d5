package dev.ropewalk.sim.choice;

import java.nio.charset.StandardCharsets;

/** Reads what {@link Bits} has written. */
final class BitsReader {
    private final byte[] bytes;
    private int position;

    BitsReader(byte[] bytes) {
        this.bytes = bytes;
    }

    long number() {
        long number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = next();
            number |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number at byte " + position + " has no end");
    }

    /** Reads a number that must be from 0 to a limit. */
    int count(int limit, String what) {
        long count = number();
        if (count < 0 || count > limit) {
            throw new IllegalArgumentException(count + " " + what + ", though " + limit + " are the most");
        }
        return (int) count;
    }

    int word() {
        int word = 0;
        for (int i = 0; i < 4; i++) {
            word = word << 8 | next();
        }
        return word;
    }

    long longWord() {
        return ((long) word() << 32) | (word() & 0xFFFF_FFFFL);
    }

    String text() {
        int length = count(bytes.length - position, "bytes of text");
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    int left() {
        return bytes.length - position;
    }

    private int next() {
        if (position == bytes.length) {
            throw new IllegalArgumentException("it ends after " + position + " bytes in the middle of a part");
        }
        return bytes[position++] & 0xFF;
    }
}
