package dev.ropewalk.sim.choice;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers and texts in few bytes. */
final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Writes a number of which small positive ones take one byte: seven bits a byte, the lowest first. */
    Bits number(long number) {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }

    /** Writes four bytes, the highest first. */
    Bits word(int word) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write(word >>> shift);
        }
        return this;
    }

    /** Writes eight bytes, the highest first. */
    Bits longWord(long word) {
        return word((int) (word >>> 32)).word((int) word);
    }

    /** Writes a text with its length. */
    Bits text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    Bits raw(byte[] all) {
        bytes.writeBytes(all);
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
