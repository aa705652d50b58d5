package dev.ropewalk.cluster.codec;

import dev.ropewalk.cluster.codec.frame.FrameHead;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.type.TypeTable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes values as frames, one after the other, into memory that it uses again. Not safe for use by several threads at once. A value
 * that can't be written leaves nothing behind.
 */
public final class FrameEncoder {
    private final TypeTable types;
    private final FrameOutput out;
    private boolean isUsed;

    FrameEncoder(TypeTable types, CodecLimits limits, ActorRefCodec refs) {
        this.types = types;
        out = new FrameOutput(types, limits, refs);
    }

    /**
     * Returns a value as a frame.
     *
     * @throws EncodingException if it can't be written
     * @throws IllegalStateException if a codec or another thread uses this at the same time
     */
    public byte[] encode(Object message) {
        Objects.requireNonNull(message, "message");
        begin();
        try {
            write(message);
            return out.toBytes();
        } finally {
            end();
        }
    }

    /**
     * Returns some bytes, and behind them a value as a frame.
     *
     * @throws EncodingException if it can't be written
     * @throws IllegalStateException if a codec or another thread uses this at the same time
     */
    public byte[] encode(byte[] head, Object message) {
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(message, "message");
        begin();
        try {
            write(message);
            byte[] whole = Arrays.copyOf(head, head.length + out.size());
            out.putInto(ByteBuffer.wrap(whole, head.length, out.size()));
            return whole;
        } finally {
            end();
        }
    }

    /**
     * Puts a value as a frame into a buffer, from its position on, and returns how many bytes that were.
     *
     * @throws EncodingException if it can't be written, or if the buffer has too little room; the buffer is as it was
     * @throws IllegalStateException if a codec or another thread uses this at the same time
     */
    public int encode(Object message, ByteBuffer target) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(target, "target");
        begin();
        try {
            write(message);
            int size = out.size();
            if (size > target.remaining()) {
                throw new EncodingException(
                        "a frame of " + size + " bytes doesn't fit into " + target.remaining() + " bytes of a buffer");
            }
            out.putInto(target);
            return size;
        } finally {
            end();
        }
    }

    private void begin() {
        if (isUsed) {
            throw new IllegalStateException("the encoder is used by a codec or another thread");
        }
        isUsed = true;
    }

    private void end() {
        out.reset();
        isUsed = false;
    }

    private void write(Object message) {
        FrameHead.write(out);
        try {
            types.write(out, message);
        } catch (StackOverflowError e) {
            throw new EncodingException("values are nested deeper than the thread's stack is");
        }
        out.checkSize();
    }
}
