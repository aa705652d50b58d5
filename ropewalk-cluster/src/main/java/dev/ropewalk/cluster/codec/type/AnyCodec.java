package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.util.Set;

/**
 * One of several registered types: the type's id, and the value.
 *
 * @param table the registered types
 * @param type what all of them are
 */
public record AnyCodec(TypeTable table, Class<?> type) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        table.write(out, value);
    }

    @Override
    public Object read(FrameInput in) {
        return table.read(in, type);
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return table.hasOneForm(type, asked);
    }
}
