package dev.ropewalk.cluster.codec;

/**
 * What a {@link Codec} writes into. Not safe for use by several threads, and only for the call that it was handed to.
 *
 * <p>All methods throw an {@link EncodingException} if the frame would be beyond its {@link CodecLimits}.
 */
public interface FrameWriter {
    /** Writes a byte, 0 or 1. */
    void writeBoolean(boolean value);

    /** Writes a byte. */
    void writeByte(byte value);

    /** Writes a number in 1 to 5 bytes: the nearer to zero, the fewer. */
    void writeInt(int value);

    /** Writes a number in 1 to 10 bytes: the nearer to zero, the fewer. */
    void writeLong(long value);

    /** Writes 4 bytes. */
    void writeFloat(float value);

    /** Writes 8 bytes. */
    void writeDouble(double value);

    /**
     * Writes a string in UTF-8, with its length.
     *
     * @throws EncodingException if it has half a surrogate pair
     */
    void writeString(String value);

    /** Writes bytes, with their number. */
    void writeBytes(byte[] value);

    /**
     * Writes how many elements follow. Each of them must take a byte at least, or the frame is refused where it is read.
     *
     * @throws IllegalArgumentException if it is negative
     */
    void writeCount(int count);

    /**
     * Writes a value of any registered type, with the type's id.
     *
     * @throws EncodingException if its type isn't registered
     */
    void writeValue(Object value);
}
