package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import org.jspecify.annotations.Nullable;

/**
 * A place for a value: a component of a record, an element of a collection. Where null is allowed, a byte says whether there is a value.
 *
 * <p>A record, because compilers take the fields of records for constants.
 *
 * @param place what errors call it
 * @param codec of what stands there
 * @param isNullable whether null is allowed
 */
public record Slot(String place, ValueCodec codec, boolean isNullable) {
    /** Writes a value. */
    public void write(FrameOutput out, @Nullable Object value) {
        if (isNullable) {
            out.writeBoolean(value != null);
            if (value != null) {
                codec.write(out, value);
            }
        } else if (value == null) {
            throw new EncodingException(place + " is null, and isn't @Nullable");
        } else {
            codec.write(out, value);
        }
    }

    /** Reads a value. */
    public @Nullable Object read(FrameInput in) {
        return isNullable && !in.readFlag("whether there is a value") ? null : codec.read(in);
    }
}
