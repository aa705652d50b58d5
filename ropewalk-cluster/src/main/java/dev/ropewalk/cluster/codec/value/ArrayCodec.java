package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * An array of primitives.
 *
 * @param writer writes it
 * @param reader reads it
 */
record ArrayCodec<T>(BiConsumer<FrameOutput, T> writer, Function<FrameInput, T> reader) implements ValueCodec {
    @Override
    @SuppressWarnings("unchecked") // of a component of this type; heap pollution is found where the value is used
    public void write(FrameOutput out, Object value) {
        writer.accept(out, (T) value);
    }

    @Override
    public Object read(FrameInput in) {
        return reader.apply(in);
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return false; // arrays aren't equal by what is in them
    }
}
