package dev.ropewalk.cluster.codec;

/**
 * Writes and reads the values of one type that isn't a record, or that is to look otherwise on the wire.
 *
 * <p>Threads share it, so it must be safe for use by several at once. It must not wait for anything: it may be called by a thread that
 * the engine of a cluster needs for the network. What it writes is framed: the version and the length come before
 * it. A value of a newer version may be longer than what {@link #read} knows; the rest is skipped. Of the same or an older version
 * everything must be read.
 *
 * {@snippet class="dev.ropewalk.cluster.codec.snippets.CodecSnippets" region="codec" :
 * static final class AddressCodec implements Codec<InetAddress> {
 *     @Override
 *     public void write(InetAddress address, FrameWriter out) {
 *         out.writeBytes(address.getAddress());
 *     }
 *
 *     @Override
 *     public InetAddress read(FrameReader in) {
 *         try {
 *             return InetAddress.getByAddress(in.readBytes());
 *         } catch (UnknownHostException e) {
 *             throw new IllegalArgumentException(e);
 *         }
 *     }
 * }
 * }
 *
 * @param <T> the type
 */
public interface Codec<T> {
    /** Writes a value. */
    void write(T value, FrameWriter out);

    /**
     * Reads a value. What this throws, unless it is an error or a {@link MalformedFrameException}, makes the frame a malformed one of
     * reason {@link MalformedFrameException.Reason#REJECTED REJECTED}.
     */
    T read(FrameReader in);

    /** Returns the version of what this writes, from 1; a reader asks for it by {@link FrameReader#version}. */
    default int version() {
        return 1;
    }
}
