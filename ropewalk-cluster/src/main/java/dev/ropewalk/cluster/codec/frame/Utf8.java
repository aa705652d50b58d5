package dev.ropewalk.cluster.codec.frame;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** Strict UTF-8: half surrogate pairs aren't written, and nothing but the shortest form is read. */
final class Utf8 {
    /** What {@link #length} returns of a string with half a surrogate pair. */
    static final int UNPAIRED = -1;

    private static final int MAX_1 = 0x7F;
    private static final int MAX_2 = 0x7FF;
    private static final int MIN_3 = 0x800;
    private static final int MIN_4 = 0x10000;

    private Utf8() {}

    /** Returns how many bytes a string takes: up to three a character. */
    static long length(String text) {
        int chars = text.length();
        long bytes = chars;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c > MAX_1) {
                bytes++;
                if (c > MAX_2) {
                    if (!Character.isSurrogate(c)) {
                        bytes++;
                    } else if (isPair(text, i)) {
                        bytes++;
                        i++;
                    } else {
                        return UNPAIRED;
                    }
                }
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
    }

    /** Writes a string, of which {@link #length} is known to fit. */
    static void write(String text, int length, byte[] bytes, int position) {
        if (length == text.length()) {
            for (int i = 0; i < length; i++) {
                bytes[position + i] = (byte) text.charAt(i);
            }
        } else {
            byte[] encoded = text.getBytes(UTF_8);
            System.arraycopy(encoded, 0, bytes, position, length);
        }
    }

    /** Returns the string in some bytes, or null if they aren't UTF-8. */
    static @Nullable String read(byte[] bytes, int position, int length) {
        int end = position + length;
        for (int i = position; i < end; i++) {
            if (bytes[i] < 0) {
                return isValid(bytes, i, end) ? new String(bytes, position, length, UTF_8) : null;
            }
        }
        return new String(bytes, position, length, ISO_8859_1);
    }

    private static boolean isValid(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end) {
            int lead = bytes[i++];
            if (lead < 0) {
                int more = continuations(lead);
                if (more == 0 || end - i < more) {
                    return false;
                }
                int code = lead & (0x3F >> more);
                for (int k = 0; k < more; k++) {
                    int next = bytes[i++];
                    if ((next & 0xC0) != 0x80) {
                        return false;
                    }
                    code = (code << 6) | (next & 0x3F);
                }
                if (!isShortest(code, more)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int continuations(int lead) {
        if ((lead & 0xE0) == 0xC0) {
            return 1;
        } else if ((lead & 0xF0) == 0xE0) {
            return 2;
        }
        return (lead & 0xF8) == 0xF0 ? 3 : 0;
    }

    private static boolean isShortest(int code, int continuations) {
        return switch (continuations) {
            case 1 -> code > MAX_1;
            case 2 -> code >= MIN_3 && (code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE);
            default -> code >= MIN_4 && code <= Character.MAX_CODE_POINT;
        };
    }
}
