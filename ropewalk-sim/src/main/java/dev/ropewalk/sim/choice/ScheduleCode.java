package dev.ropewalk.sim.choice;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Schedules in few bytes: how many decisions, then for each how many defaults come before it, and what it is. A schedule of many
 * decisions is compressed if that makes it shorter.
 */
final class ScheduleCode {
    /** More would hardly be a schedule: damaged bytes must not fill the memory. */
    static final int MAX_COUNT = 1 << 24;

    /** A decision is two numbers of 31 bits, which have five bytes each at most. */
    private static final int MAX_BYTES = 10;

    /** So many bytes of memory a decision takes at most while it is read: inflated twice, and as numbers twice. */
    private static final int MEMORY_BYTES = 64;

    private static final int PLAIN = 0;
    private static final int DEFLATED = 1;

    private ScheduleCode() {}

    static void write(Schedule schedule, Bits bits) {
        byte[] plain = plain(schedule);
        byte[] deflated = deflated(plain);
        boolean shorter = deflated.length < plain.length;
        bits.number(shorter ? DEFLATED : PLAIN);
        bits.number(schedule.count());
        bits.raw(shorter ? deflated : plain);
    }

    /** Reads a schedule that fills the rest of the bytes. */
    static Schedule read(byte[] bytes, int offset) {
        var head = new BitsReader(Arrays.copyOfRange(bytes, offset, bytes.length));
        int form = head.count(DEFLATED, "as form of a schedule");
        int count = head.count(MAX_COUNT, "decisions");
        requireRoom(count, Runtime.getRuntime().maxMemory());
        byte[] rest = Arrays.copyOfRange(bytes, bytes.length - head.left(), bytes.length);
        var reader = new BitsReader(form == DEFLATED ? inflated(rest, count) : rest);
        var positions = new int[Math.min(count, reader.left())];
        var values = new int[positions.length];
        if (positions.length < count) {
            throw new IllegalArgumentException(count + " decisions don't fit in " + reader.left() + " bytes");
        }
        int next = 0;
        for (int i = 0; i < count; i++) {
            positions[i] = next + reader.count(Integer.MAX_VALUE - 1 - next, "defaults in a row");
            values[i] = reader.count(Integer.MAX_VALUE - 1, "as decision") + 1;
            next = positions[i] + 1;
        }
        if (reader.left() > 0) {
            throw new IllegalArgumentException(reader.left() + " bytes follow after the last decision");
        }
        return Schedule.sparse(positions, values);
    }

    /** A few bytes can be inflated to many, so what they say is checked before memory is taken. */
    static void requireRoom(int count, long memory) {
        if ((long) MEMORY_BYTES * count > memory / 4) {
            throw new IllegalArgumentException(count + " decisions need more than a quarter of the memory of " + memory
                    + " bytes that this JVM may take");
        }
    }

    private static byte[] plain(Schedule schedule) {
        var bits = new Bits();
        int next = 0;
        for (int i = 0; i < schedule.count(); i++) {
            bits.number(schedule.position(i) - next).number(schedule.value(i) - 1);
            next = schedule.position(i) + 1;
        }
        return bits.toBytes();
    }

    private static byte[] deflated(byte[] plain) {
        var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            var out = new ByteArrayOutputStream();
            var buffer = new byte[1024];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static byte[] inflated(byte[] deflated, int count) {
        long most = (long) MAX_BYTES * count;
        var inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            var out = new ByteArrayOutputStream();
            var buffer = new byte[1024];
            while (!inflater.finished()) {
                int length = inflater.inflate(buffer);
                if (length == 0 || out.size() + length > most) {
                    throw new IllegalArgumentException("the compressed decisions are damaged");
                }
                out.write(buffer, 0, length);
            }
            return out.toByteArray();
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("the compressed decisions are damaged", e);
        } finally {
            inflater.end();
        }
    }
}
