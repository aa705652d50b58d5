package dev.ropewalk.journal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Strings as UTF-8, encoded without a copy between. */
enum Utf8Codec implements Codec<String> {
    INSTANCE;

    @Override
    public int size(String value) {
        int size = value.length();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= 0x800 && !Character.isSurrogate(c)) {
                size += 2;
            } else if (c >= 0x80 && !Character.isSurrogate(c)) {
                size++;
            } else if (startsPair(value, i)) {
                // Two chars, four bytes.
                size += 2;
                i++;
            }
        }
        return size;
    }

    @Override
    public void encode(String value, MemorySegment memory, long offset) {
        long at = offset;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                put(memory, at++, c);
            } else if (c < 0x800) {
                put(memory, at++, 0xC0 | c >> 6);
                put(memory, at++, trail(c));
            } else if (!Character.isSurrogate(c)) {
                put(memory, at++, 0xE0 | c >> 12);
                put(memory, at++, trail(c >> 6));
                put(memory, at++, trail(c));
            } else if (startsPair(value, i)) {
                int point = value.codePointAt(i);
                put(memory, at++, 0xF0 | point >> 18);
                put(memory, at++, trail(point >> 12));
                put(memory, at++, trail(point >> 6));
                put(memory, at++, trail(point));
                i++;
            } else {
                put(memory, at++, '?');
            }
        }
    }

    @Override
    public String decode(MemorySegment memory, long offset, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(memory, JAVA_BYTE, offset, bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static boolean startsPair(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
    }

    private static int trail(int bits) {
        return 0x80 | (bits & 0x3F);
    }

    private static void put(MemorySegment memory, long at, int value) {
        memory.set(JAVA_BYTE, at, (byte) value);
    }
}
