package dev.ropewalk.journal.format;

/**
 * A value of up to 48 bits and a 16-bit check in one word, so that it is stored atomically and a damaged one is noticed.
 * The word of no value is 0, which is what a fresh file contains.
 */
public final class CheckedWord {
    public static final long MAX_VALUE = (1L << 48) - 1;

    private CheckedWord() {}

    public static long of(long value) {
        if (value < 0 || value > MAX_VALUE) {
            throw new IllegalArgumentException("a checked word holds 0 to " + MAX_VALUE + ", not " + value);
        }
        return ((long) check(value) << 48) | value;
    }

    public static boolean isValid(long word) {
        return word == of(word & MAX_VALUE);
    }

    /** Returns whether a word is right, if it may be that of no value. */
    public static boolean isValidOrNone(long word) {
        return word == 0 || isValid(word);
    }

    /** Returns a word of which at most one bit is wrong as it was; 0 if more are wrong. No two such words are as near. */
    public static long corrected(long word) {
        if (isValidOrNone(word)) {
            return word;
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long flipped = word ^ (1L << bit);
            if (isValid(flipped)) {
                return flipped;
            }
        }
        return 0;
    }

    public static long value(long word) {
        return word & MAX_VALUE;
    }

    private static int check(long value) {
        // Odd, so that the word of the value 0 differs from no value.
        return (Checksum.ofWord(value) & 0xFFFF) | 1;
    }
}
