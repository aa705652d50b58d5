package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Arrays of primitives: their length, and elements of the same size each. Bytes are copied in one go. */
final class PrimitiveArrays {
    static final Map<Class<?>, ValueCodec> CODECS = Map.of(
            byte[].class, codec(FrameOutput::writeBytes, FrameInput::readBytes),
            boolean[].class, codec(PrimitiveArrays::writeBooleans, PrimitiveArrays::readBooleans),
            short[].class, codec(PrimitiveArrays::writeShorts, PrimitiveArrays::readShorts),
            char[].class, codec(PrimitiveArrays::writeChars, PrimitiveArrays::readChars),
            int[].class, codec(PrimitiveArrays::writeInts, PrimitiveArrays::readInts),
            long[].class, codec(PrimitiveArrays::writeLongs, PrimitiveArrays::readLongs),
            float[].class, codec(PrimitiveArrays::writeFloats, PrimitiveArrays::readFloats),
            double[].class, codec(PrimitiveArrays::writeDoubles, PrimitiveArrays::readDoubles));

    private PrimitiveArrays() {}

    private static <T> ValueCodec codec(BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader) {
        return new ArrayCodec<>(writer, reader);
    }

    private static void writeBooleans(FrameOutput out, boolean[] values) {
        out.writeLength(values.length, 1);
        for (boolean value : values) {
            out.writeBoolean(value);
        }
    }

    private static boolean[] readBooleans(FrameInput in) {
        var values = new boolean[in.readArrayLength(1)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readBoolean();
        }
        return values;
    }

    private static void writeShorts(FrameOutput out, short[] values) {
        out.writeLength(values.length, Short.BYTES);
        for (short value : values) {
            out.writeFixedShort(value);
        }
    }

    private static short[] readShorts(FrameInput in) {
        var values = new short[in.readArrayLength(Short.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readFixedShort();
        }
        return values;
    }

    private static void writeChars(FrameOutput out, char[] values) {
        out.writeLength(values.length, Character.BYTES);
        for (char value : values) {
            out.writeFixedShort((short) value);
        }
    }

    private static char[] readChars(FrameInput in) {
        var values = new char[in.readArrayLength(Character.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = (char) in.readFixedShort();
        }
        return values;
    }

    private static void writeInts(FrameOutput out, int[] values) {
        out.writeLength(values.length, Integer.BYTES);
        for (int value : values) {
            out.writeFixedInt(value);
        }
    }

    private static int[] readInts(FrameInput in) {
        var values = new int[in.readArrayLength(Integer.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readFixedInt();
        }
        return values;
    }

    private static void writeLongs(FrameOutput out, long[] values) {
        out.writeLength(values.length, Long.BYTES);
        for (long value : values) {
            out.writeFixedLong(value);
        }
    }

    private static long[] readLongs(FrameInput in) {
        var values = new long[in.readArrayLength(Long.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readFixedLong();
        }
        return values;
    }

    private static void writeFloats(FrameOutput out, float[] values) {
        out.writeLength(values.length, Float.BYTES);
        for (float value : values) {
            out.writeFloat(value);
        }
    }

    private static float[] readFloats(FrameInput in) {
        var values = new float[in.readArrayLength(Float.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readFloat();
        }
        return values;
    }

    private static void writeDoubles(FrameOutput out, double[] values) {
        out.writeLength(values.length, Double.BYTES);
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    private static double[] readDoubles(FrameInput in) {
        var values = new double[in.readArrayLength(Double.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }
}
