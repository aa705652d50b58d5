package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;

/** Writes and reads values of one type, in a byte at least each. */
public interface ValueCodec {
    /** Writes a value. */
    void write(FrameOutput out, Object value);

    /** Reads a value. */
    Object read(FrameInput in);

    /** Returns whether values can't be chosen so that a hash table of them is slow. */
    default boolean isSafeInHashes() {
        return false;
    }
}
