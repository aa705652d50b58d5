package dev.ropewalk.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What writer processes append: told by seed, life and sequence alone, so that the check can work it out again. A life is
 * one process, from its start to its end by a kill; its records have the sequence 0, 1, 2 and so on.
 */
public final class CrashPlan {
    /** As many records as a life has at most. */
    static final int RECORDS = 8192;

    static final int APPEND = 0;
    public static final int CLAIM = 1;
    public static final int ABORT = 2;
    public static final int BATCH = 3;
    public static final int ASYNC = 4;

    static final int MAX_BATCH = 8;
    public static final int MAX_LENGTH = 2048;

    private static final int MIN_LENGTH = 8;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long seed;

    public CrashPlan(long seed) {
        this.seed = seed;
    }

    long seed() {
        return seed;
    }

    /** Returns a number that looks random. */
    long random(int life, int sequence, int purpose) {
        return mix(mix(mix(seed + purpose) + life) + sequence);
    }

    /** Returns in which way a record is appended. A batch begins at its sequence and has the ones after it, too. */
    public int form(int life, int sequence) {
        int dice = (int) (random(life, sequence, 1) >>> 56);
        if (dice < 128) {
            return APPEND;
        }
        return dice < 192 ? CLAIM : dice < 208 ? ABORT : dice < 248 ? BATCH : ASYNC;
    }

    /** Returns how many records a batch has that begins here, between 1 and {@link #MAX_BATCH}. */
    public int batch(int life, int sequence) {
        int wanted = 1 + (int) (random(life, sequence, 2) >>> 61);
        return Math.min(wanted, RECORDS - sequence);
    }

    /** Returns how long a writer spins between a claim and its commit: mostly not at all. */
    int spins(int life, int sequence) {
        long dice = random(life, sequence, 5);
        return (dice & 0xF) == 0 ? (int) (dice >>> 32) & 0x7FF : 0;
    }

    /** Returns whether the writer reads, too, and so gives up claims that others left open. */
    boolean reads(int life) {
        return (random(life, 0, 6) & 3) == 0;
    }

    /** Returns the length of a record: mostly short, sometimes up to {@link #MAX_LENGTH}. */
    public int length(int life, int sequence) {
        long dice = random(life, sequence, 3);
        int range = (dice & 0x3F) == 0 ? MAX_LENGTH : 96;
        return MIN_LENGTH + (int) ((dice >>> 32) % (range - MIN_LENGTH + 1));
    }

    /** Writes a record and returns its length. */
    public int write(byte[] to, int life, int sequence) {
        int length = length(life, sequence);
        INT.set(to, 0, life);
        INT.set(to, Integer.BYTES, sequence);
        int at = MIN_LENGTH;
        long word = random(life, sequence, 4);
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            LONG.set(to, at, word);
            word = word * 0x9E3779B97F4A7C15L + 1;
        }
        for (; at < length; at++) {
            to[at] = (byte) (word >>> 56);
            word <<= Byte.SIZE;
        }
        return length;
    }

    public static int life(byte[] record) {
        return (int) INT.get(record, 0);
    }

    public static int sequence(byte[] record) {
        return (int) INT.get(record, Integer.BYTES);
    }

    private static long mix(long z) {
        long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
        return y ^ (y >>> 31);
    }
}
