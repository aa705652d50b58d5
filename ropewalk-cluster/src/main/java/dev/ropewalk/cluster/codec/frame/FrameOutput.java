package dev.ropewalk.cluster.codec.frame;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.codec.ActorRefCodec;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.FrameWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/** A frame that is written, in an array that grows up to the limit and is used again for the next. */
public final class FrameOutput implements FrameWriter {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FIRST_BYTES = 256;

    /** A larger array isn't kept for the next frame. */
    private static final int MAX_KEPT_BYTES = 64 << 10;

    /** Room that a number asks for without needing it. */
    private static final int SLACK_BYTES = 16;

    private static final int MAX_INT_BYTES = 5;
    private static final int MAX_LONG_BYTES = 10;
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    private final FrameTypes types;
    private final CodecLimits limits;
    private final ActorRefCodec refs;
    private byte[] bytes;
    private int position;
    private int depth;
    private int elements;

    /** Makes an empty one. */
    public FrameOutput(FrameTypes types, CodecLimits limits, ActorRefCodec refs) {
        this.types = types;
        this.limits = limits;
        this.refs = refs;
        bytes = new byte[FIRST_BYTES];
    }

    /** Forgets what is written. */
    public void reset() {
        position = 0;
        depth = 0;
        elements = 0;
        if (bytes.length > MAX_KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    /** Refuses a frame that is larger than frames may be. */
    public void checkSize() {
        if (position > limits.maxFrameBytes()) {
            throw tooLarge(position);
        }
    }

    /** Returns how many bytes are written. */
    public int size() {
        return position;
    }

    /** Returns a copy of what is written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, position);
    }

    /** Puts what is written into a buffer that has room for it. */
    public void putInto(ByteBuffer target) {
        target.put(bytes, 0, position);
    }

    /** Goes a level down. */
    public void enter() {
        if (++depth > limits.maxDepth()) {
            throw new EncodingException(
                    "values are nested deeper than " + limits.maxDepth() + " levels: see CodecLimits.maxDepth");
        }
    }

    /** Comes back from it. */
    public void leave() {
        depth--;
    }

    /** Makes room for the length of what follows, and returns where {@link #endDelimited} finds it. */
    public int beginDelimited() {
        ensure(1);
        return position++;
    }

    /** Stores the length of what was written since, which moves if its length needs more than a byte. */
    public void endDelimited(int begin) {
        int length = position - begin - 1;
        if (length > SEVEN_BITS) {
            int more = (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length)) / 7;
            ensure(more);
            System.arraycopy(bytes, begin + 1, bytes, begin + 1 + more, length);
            position = begin;
            writeVarint(length);
            position += length;
        } else {
            bytes[begin] = (byte) length;
        }
    }

    /** Writes a number without sign in 1 to 5 bytes, seven bits each, the lowest first. */
    public void writeVarint(int value) {
        ensure(MAX_INT_BYTES);
        int rest = value;
        while ((rest & ~SEVEN_BITS) != 0) {
            bytes[position++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
    }

    /** Writes a number without sign in 1 to 10 bytes. */
    private void writeLongVarint(long value) {
        ensure(MAX_LONG_BYTES);
        long rest = value;
        while ((rest & ~SEVEN_BITS) != 0) {
            bytes[position++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
    }

    @Override
    public void writeBoolean(boolean value) {
        writeByte((byte) (value ? 1 : 0));
    }

    @Override
    public void writeByte(byte value) {
        ensure(1);
        bytes[position++] = value;
    }

    /** Writes a number as an int is. */
    public void writeShort(short value) {
        writeInt(value);
    }

    /** Writes a character as a number without sign. */
    public void writeChar(char value) {
        writeVarint(value);
    }

    @Override
    public void writeInt(int value) {
        writeVarint((value << 1) ^ (value >> (Integer.SIZE - 1)));
    }

    @Override
    public void writeLong(long value) {
        writeLongVarint((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    @Override
    public void writeFloat(float value) {
        writeFixedInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeFixedLong(Double.doubleToLongBits(value));
    }

    /** Writes 2 bytes. */
    public void writeFixedShort(short value) {
        ensure(Short.BYTES);
        SHORT.set(bytes, position, value);
        position += Short.BYTES;
    }

    /** Writes 4 bytes. */
    public void writeFixedInt(int value) {
        ensure(Integer.BYTES);
        INT.set(bytes, position, value);
        position += Integer.BYTES;
    }

    /** Writes 8 bytes. */
    public void writeFixedLong(long value) {
        ensure(Long.BYTES);
        LONG.set(bytes, position, value);
        position += Long.BYTES;
    }

    /** Writes the length of an array, and makes room for it. */
    public void writeLength(int length, int elementBytes) {
        writeVarint(length);
        ensure((long) length * elementBytes);
    }

    @Override
    public void writeString(String value) {
        long length = Utf8.length(Objects.requireNonNull(value, "value"));
        if (length == Utf8.UNPAIRED) {
            throw new EncodingException("a string of " + value.length() + " characters has half a surrogate pair");
        } else if (length > limits.maxStringBytes()) {
            throw new EncodingException("a string of " + length + " bytes is longer than " + limits.maxStringBytes()
                    + " bytes: see CodecLimits.maxStringBytes");
        }
        int size = (int) length;
        writeVarint(size);
        ensure(size);
        Utf8.write(value, size, bytes, position);
        position += size;
    }

    @Override
    public void writeBytes(byte[] value) {
        writeLength(Objects.requireNonNull(value, "value").length, 1);
        System.arraycopy(value, 0, bytes, position, value.length);
        position += value.length;
    }

    /** Writes a big number's bytes with their number. */
    public void writeNumber(byte[] value) {
        if (value.length > limits.maxNumberBytes()) {
            throw new EncodingException("a number of " + value.length + " bytes is longer than "
                    + limits.maxNumberBytes() + " bytes: see CodecLimits.maxNumberBytes");
        }
        writeBytes(value);
    }

    /** Writes a big decimal's scale. */
    public void writeScale(int scale) {
        if (scale > limits.maxScale() || scale < -limits.maxScale()) {
            throw new EncodingException(
                    "a scale of " + scale + " is beyond " + limits.maxScale() + ": see CodecLimits.maxScale");
        }
        writeInt(scale);
    }

    @Override
    public void writeCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count must not be negative, as " + count + " is");
        } else if (count > limits.maxElements() - elements) {
            throw new EncodingException("a collection of " + count + " elements follows " + elements
                    + " of others in a frame of " + limits.maxElements() + " at most: see CodecLimits.maxElements");
        }
        elements += count;
        writeVarint(count);
    }

    @Override
    public void writeValue(Object value) {
        types.write(this, Objects.requireNonNull(value, "value"));
    }

    /** Writes the ref of an actor. */
    public void writeRef(ActorRef<?> ref) {
        refs.write(ref, this);
    }

    /** Writes the sending end of a channel. */
    public void writeSender(Sender<?> sender) {
        refs.writeSender(sender, this);
    }

    /** Makes room for some bytes; {@link #checkSize} is exact. */
    private void ensure(long more) {
        if (bytes.length - position < more) {
            grow(position + more);
        }
    }

    private void grow(long needed) {
        long max = limits.maxFrameBytes() + (long) SLACK_BYTES;
        if (needed > max) {
            throw tooLarge(needed);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(max, Math.max(needed, 2L * bytes.length)));
    }

    private EncodingException tooLarge(long needed) {
        return new EncodingException("a frame of " + limits.maxFrameBytes() + " bytes at most has no room for " + needed
                + " bytes: see CodecLimits.maxFrameBytes");
    }
}
