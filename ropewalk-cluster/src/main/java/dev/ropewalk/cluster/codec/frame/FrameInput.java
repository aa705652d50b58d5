package dev.ropewalk.cluster.codec.frame;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.codec.ActorRefCodec;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A frame that is read. Nothing in it is believed: each length and each count is compared with the bytes that are left before anything
 * is allocated.
 *
 * <p>Each element of a collection has a byte of its own at least, which is none of an element of another one. So the counts of all
 * collections together are never more than the frame has bytes, however they are nested, and what is allocated for them is no more than
 * a multiple of the frame's size.
 */
public final class FrameInput implements FrameReader {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SEVEN_BITS = 0x7F;
    private static final int LAST_SHIFT_OF_INT = 28;
    private static final int LAST_SHIFT_OF_LONG = 63;

    /** The bits that an int has beyond four times seven. */
    private static final int LAST_OF_INT = 0xF;

    private final FrameTypes types;
    private final CodecLimits limits;
    private final ActorRefCodec refs;
    private final byte[] bytes;
    private final int start;
    private int position;
    private int end;
    private int depth;
    private int elementsLeft;
    private int version;

    /** Reads some bytes of an array. */
    public FrameInput(FrameTypes types, CodecLimits limits, ActorRefCodec refs, byte[] bytes, int start, int length) {
        this.types = types;
        this.limits = limits;
        this.refs = refs;
        this.bytes = bytes;
        this.start = start;
        position = start;
        end = start + length;
        elementsLeft = Math.min(limits.maxElements(), length);
    }

    /** Refuses a frame of so many bytes if it is too large. */
    public static void checkSize(int length, CodecLimits limits) {
        if (length > limits.maxFrameBytes()) {
            throw new MalformedFrameException(
                    Reason.TOO_LARGE,
                    0,
                    "a frame of " + length + " bytes is larger than " + limits.maxFrameBytes() + " bytes",
                    null);
        }
    }

    /** Returns what is thrown about the bytes before here. */
    public MalformedFrameException malformed(Reason reason, String detail) {
        return malformed(reason, detail, null);
    }

    /** Returns what is thrown about the bytes before here, and why. */
    public MalformedFrameException malformed(Reason reason, String detail, @Nullable Throwable cause) {
        return new MalformedFrameException(reason, position - start, detail, cause);
    }

    /** Goes a level down. */
    public void enter() {
        if (++depth > limits.maxDepth()) {
            throw malformed(Reason.TOO_DEEP, "values are nested deeper than " + limits.maxDepth() + " levels");
        }
    }

    /** Comes back from it. */
    public void leave() {
        depth--;
    }

    /** Reads the length of what follows, which is all that is left until {@link #endDelimited} gets what this returns. */
    public int beginDelimited() {
        int length = readLength();
        int outer = end;
        end = position + length;
        return outer;
    }

    /** Goes on behind it. All of it must be read. */
    public void endDelimited(int outer) {
        checkEnd();
        end = outer;
    }

    /** Goes on behind it, whatever is left of it. */
    public void skipRest(int outer) {
        position = end;
        end = outer;
    }

    /** Refuses bytes that are left. */
    public void checkEnd() {
        if (position != end) {
            throw malformed(Reason.UNREAD_BYTES, (end - position) + " bytes are left");
        }
    }

    /** Reads a length, and checks that so many bytes follow. */
    public int readLength() {
        int length = readVarint();
        need(length);
        return length;
    }

    private void need(int count) {
        if (count < 0 || count > end - position) {
            throw malformed(
                    Reason.TRUNCATED,
                    Integer.toUnsignedString(count) + " bytes are needed, and " + (end - position) + " are left");
        }
    }

    @Override
    public int version() {
        return version;
    }

    /** Sets the version of the codec that has written what follows, and returns the one before. */
    public int exchangeVersion(int next) {
        int before = version;
        version = next;
        return before;
    }

    @Override
    public int remaining() {
        return end - position;
    }

    /** Reads a number without sign. */
    public int readVarint() {
        int first = readByte();
        return first >= 0 ? first : readVarint(first);
    }

    private int readVarint(int first) {
        int value = first & SEVEN_BITS;
        for (int shift = 7; shift <= LAST_SHIFT_OF_INT; shift += 7) {
            int next = readByte();
            value |= (next & SEVEN_BITS) << shift;
            if (next >= 0) {
                if (next == 0 || (shift == LAST_SHIFT_OF_INT && next > LAST_OF_INT)) {
                    break;
                }
                return value;
            }
        }
        throw malformed(Reason.MALFORMED_NUMBER, "a number has more bytes or bits than it needs");
    }

    private long readLongVarint() {
        int first = readByte();
        if (first >= 0) {
            return first;
        }
        long value = first & SEVEN_BITS;
        for (int shift = 7; shift <= LAST_SHIFT_OF_LONG; shift += 7) {
            int next = readByte();
            value |= (long) (next & SEVEN_BITS) << shift;
            if (next >= 0) {
                if (next == 0 || (shift == LAST_SHIFT_OF_LONG && next > 1)) {
                    break;
                }
                return value;
            }
        }
        throw malformed(Reason.MALFORMED_NUMBER, "a number has more bytes or bits than it needs");
    }

    @Override
    public boolean readBoolean() {
        return readFlag("a boolean");
    }

    /** Reads a byte, 0 or 1. */
    public boolean readFlag(String what) {
        byte value = readByte();
        if (value >>> 1 != 0) {
            throw malformed(Reason.OUT_OF_RANGE, what + " is 0 or 1, not " + value);
        }
        return value != 0;
    }

    @Override
    public byte readByte() {
        if (position >= end) {
            need(1);
        }
        return bytes[position++];
    }

    /** Reads a number as an int is. */
    public short readShort() {
        int value = readInt();
        if (value != (short) value) {
            throw malformed(Reason.MALFORMED_NUMBER, "a short can't be " + value);
        }
        return (short) value;
    }

    /** Reads a character as a number without sign. */
    public char readChar() {
        int value = readVarint();
        if (value != (char) value) {
            throw malformed(Reason.MALFORMED_NUMBER, "a character can't be " + Integer.toUnsignedString(value));
        }
        return (char) value;
    }

    @Override
    public int readInt() {
        int value = readVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    @Override
    public long readLong() {
        long value = readLongVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    @Override
    public float readFloat() {
        return Float.intBitsToFloat(readFixedInt());
    }

    @Override
    public double readDouble() {
        return Double.longBitsToDouble(readFixedLong());
    }

    /** Reads 2 bytes. */
    public short readFixedShort() {
        need(Short.BYTES);
        short value = (short) SHORT.get(bytes, position);
        position += Short.BYTES;
        return value;
    }

    /** Reads 4 bytes. */
    public int readFixedInt() {
        need(Integer.BYTES);
        int value = (int) INT.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    /** Reads 8 bytes. */
    public long readFixedLong() {
        need(Long.BYTES);
        long value = (long) LONG.get(bytes, position);
        position += Long.BYTES;
        return value;
    }

    @Override
    public String readString() {
        int length = readLength();
        if (length > limits.maxStringBytes()) {
            throw malformed(
                    Reason.TOO_LONG,
                    "a string of " + length + " bytes is longer than " + limits.maxStringBytes() + " bytes");
        }
        String text = Utf8.read(bytes, position, length);
        if (text == null) {
            throw malformed(Reason.MALFORMED_TEXT, "a string of " + length + " bytes isn't UTF-8");
        }
        position += length;
        return text;
    }

    @Override
    public byte[] readBytes() {
        int length = readLength();
        int begin = position;
        position += length;
        return Arrays.copyOfRange(bytes, begin, position);
    }

    /** Reads the length of an array with elements of so many bytes, and checks that they follow. */
    public int readArrayLength(int elementBytes) {
        int length = readVarint();
        if (length < 0 || length > (end - position) / elementBytes) {
            throw malformed(
                    Reason.TRUNCATED,
                    Integer.toUnsignedString(length) + " elements of " + elementBytes + " bytes are needed, and "
                            + (end - position) + " bytes are left");
        }
        return length;
    }

    /** Reads a big number's bytes with their number. */
    public byte[] readNumber() {
        int length = readLength();
        if (length == 0 || length > limits.maxNumberBytes()) {
            throw malformed(
                    Reason.TOO_LONG, "a number has from 1 to " + limits.maxNumberBytes() + " bytes, not " + length);
        }
        int begin = position;
        position += length;
        if (length > 1 && bytes[begin] == bytes[begin + 1] >> 7) {
            throw malformed(Reason.MALFORMED_NUMBER, "a number has more bytes than it needs");
        }
        return Arrays.copyOfRange(bytes, begin, position);
    }

    /** Reads a big decimal's scale. */
    public int readScale() {
        int scale = readInt();
        if (scale > limits.maxScale() || scale < -limits.maxScale()) {
            throw malformed(Reason.TOO_LONG, "a scale of " + scale + " is beyond " + limits.maxScale());
        }
        return scale;
    }

    @Override
    public int readCount() {
        int count = readVarint();
        if (count < 0 || count > end - position || count > elementsLeft) {
            throw malformed(
                    Reason.TOO_MANY_ELEMENTS,
                    "a collection of " + Integer.toUnsignedString(count) + " elements has " + (end - position)
                            + " bytes, in a frame that may have " + elementsLeft + " elements more");
        }
        elementsLeft -= count;
        return count;
    }

    @Override
    public <T> T readValue(Class<T> type) {
        return type.cast(types.read(this, Objects.requireNonNull(type, "type")));
    }

    /** Reads the ref of an actor. */
    public ActorRef<?> readRef() {
        return read(refs::read);
    }

    /** Reads the sending end of a channel. */
    public Sender<?> readSender() {
        return read(refs::readSender);
    }

    private <R> R read(Function<FrameReader, R> reader) {
        try {
            return reader.apply(this);
        } catch (MalformedFrameException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw malformed(Reason.REJECTED, String.valueOf(e.getMessage()), e);
        }
    }
}
