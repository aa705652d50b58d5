package dev.ropewalk.cluster.codec;

/**
 * What a {@link Codec} reads from. Not safe for use by several threads, and only for the call that it was handed to.
 *
 * <p>All methods that read throw a {@link MalformedFrameException} if something else follows, or if the frame is beyond its
 * {@link CodecLimits}.
 */
public interface FrameReader {
    /** Returns the version of the codec that has written the value. */
    int version();

    /** Returns how many bytes of the value follow. */
    int remaining();

    /** Reads a byte, 0 or 1. */
    boolean readBoolean();

    /** Reads a byte. */
    byte readByte();

    /** Reads a number of 1 to 5 bytes. */
    int readInt();

    /** Reads a number of 1 to 10 bytes. */
    long readLong();

    /** Reads 4 bytes. */
    float readFloat();

    /** Reads 8 bytes. */
    double readDouble();

    /** Reads a string with its length. */
    String readString();

    /** Reads bytes with their number. */
    byte[] readBytes();

    /** Reads how many elements follow: never more than bytes do, so that an array of so many may be allocated. */
    int readCount();

    /** Reads a value of a registered type with its id. The type must be this one or one below it. */
    <T> T readValue(Class<T> type);
}
