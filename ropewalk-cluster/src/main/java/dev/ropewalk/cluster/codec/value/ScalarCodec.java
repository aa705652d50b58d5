package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A value without parts.
 *
 * @param writer writes it
 * @param reader reads it
 * @param isSafeInHashes whether a hash table of them is always fast: they are compared if their hashes are equal
 */
record ScalarCodec<T>(BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader, boolean isSafeInHashes)
        implements ValueCodec {
    @Override
    @SuppressWarnings("unchecked") // of a component of this type; heap pollution is found where the value is used
    public void write(FrameOutput out, Object value) {
        writer.accept(out, (T) value);
    }

    @Override
    public Object read(FrameInput in) {
        return reader.apply(in);
    }
}
