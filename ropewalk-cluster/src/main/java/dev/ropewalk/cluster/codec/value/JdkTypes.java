package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The codecs of the JDK's types. Those of primitives write and read boxes. */
public final class JdkTypes {
    private static final int NANOS = 1_000_000_000;
    private static final Map<Class<?>, ValueCodec> CODECS = new HashMap<>();

    private static final IdentityHashMap<ValueCodec, String> NAMES = new IdentityHashMap<>();

    static {
        both(boolean.class, Boolean.class, FrameOutput::writeBoolean, FrameInput::readBoolean);
        both(byte.class, Byte.class, FrameOutput::writeByte, FrameInput::readByte);
        both(short.class, Short.class, FrameOutput::writeShort, FrameInput::readShort);
        both(char.class, Character.class, FrameOutput::writeChar, FrameInput::readChar);
        both(int.class, Integer.class, FrameOutput::writeInt, FrameInput::readInt);
        both(long.class, Long.class, FrameOutput::writeLong, FrameInput::readLong);
        both(float.class, Float.class, FrameOutput::writeFloat, FrameInput::readFloat);
        both(double.class, Double.class, FrameOutput::writeDouble, FrameInput::readDouble);
        ordered(String.class, FrameOutput::writeString, FrameInput::readString);
        ordered(BigInteger.class, JdkTypes::writeInteger, JdkTypes::readInteger);
        ordered(UUID.class, JdkTypes::writeUuid, JdkTypes::readUuid);
        ordered(Instant.class, JdkTypes::writeInstant, JdkTypes::readInstant);
        ordered(Duration.class, JdkTypes::writeDuration, JdkTypes::readDuration);
        add(BigDecimal.class, JdkTypes::writeDecimal, JdkTypes::readDecimal, false);
        add(LocalDate.class, JdkTypes::writeDate, JdkTypes::readDate, false);
        CODECS.putAll(PrimitiveArrays.CODECS);
        CODECS.forEach((type, codec) -> NAMES.put(
                codec, MethodType.methodType(type).unwrap().returnType().getSimpleName()));
    }

    private JdkTypes() {}

    /** Returns the codec of a type, or null if it has none here. */
    public static @Nullable ValueCodec codec(Class<?> type) {
        return CODECS.get(type);
    }

    /** Returns the name of a codec's type, the same for a primitive and its box. */
    public static String name(ValueCodec codec) {
        return Objects.requireNonNullElse(NAMES.get(codec), codec.getClass().getSimpleName());
    }

    private static <T> void both(
            Class<?> primitive, Class<T> box, BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader) {
        ordered(box, writer, reader);
        add(primitive, writer, reader, true);
    }

    private static <T> void ordered(Class<T> type, BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader) {
        add(type, writer, reader, true);
    }

    private static <T> void add(
            Class<?> type, BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader, boolean isSafeInHashes) {
        CODECS.put(type, new ScalarCodec<>(writer, reader, isSafeInHashes));
    }

    private static void writeInteger(FrameOutput out, BigInteger value) {
        out.writeNumber(value.toByteArray());
    }

    private static BigInteger readInteger(FrameInput in) {
        return new BigInteger(in.readNumber());
    }

    private static void writeDecimal(FrameOutput out, BigDecimal value) {
        out.writeScale(value.scale());
        writeInteger(out, value.unscaledValue());
    }

    private static BigDecimal readDecimal(FrameInput in) {
        int scale = in.readScale();
        return new BigDecimal(readInteger(in), scale);
    }

    private static void writeUuid(FrameOutput out, UUID value) {
        out.writeFixedLong(value.getMostSignificantBits());
        out.writeFixedLong(value.getLeastSignificantBits());
    }

    private static UUID readUuid(FrameInput in) {
        long most = in.readFixedLong();
        return new UUID(most, in.readFixedLong());
    }

    private static void writeInstant(FrameOutput out, Instant value) {
        out.writeLong(value.getEpochSecond());
        out.writeVarint(value.getNano());
    }

    private static Instant readInstant(FrameInput in) {
        long seconds = in.readLong();
        int nanos = readNanos(in);
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException e) {
            throw in.malformed(Reason.OUT_OF_RANGE, "there is no instant " + seconds + " s after the epoch", e);
        }
    }

    private static void writeDuration(FrameOutput out, Duration value) {
        out.writeLong(value.getSeconds());
        out.writeVarint(value.getNano());
    }

    private static Duration readDuration(FrameInput in) {
        long seconds = in.readLong();
        return Duration.ofSeconds(seconds, readNanos(in));
    }

    private static int readNanos(FrameInput in) {
        int nanos = in.readVarint();
        if (nanos < 0 || nanos >= NANOS) {
            throw in.malformed(Reason.OUT_OF_RANGE, "a second has no nanosecond " + Integer.toUnsignedString(nanos));
        }
        return nanos;
    }

    private static void writeDate(FrameOutput out, LocalDate value) {
        out.writeLong(value.toEpochDay());
    }

    private static LocalDate readDate(FrameInput in) {
        long day = in.readLong();
        try {
            return LocalDate.ofEpochDay(day);
        } catch (DateTimeException e) {
            throw in.malformed(Reason.OUT_OF_RANGE, "there is no date " + day + " days after the epoch", e);
        }
    }
}
