package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Set;

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

    /**
     * Returns whether equal values are always written as equal bytes.
     *
     * @param asked those that are being asked: types may contain themselves
     */
    default boolean hasOneForm(Set<ValueCodec> asked) {
        return true;
    }
}
