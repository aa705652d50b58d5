package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Optional;
import java.util.Set;

/**
 * An optional: a byte that says whether there is a value.
 *
 * @param content the value
 */
public record OptionalCodec(Slot content) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        out.enter();
        Optional<?> optional = (Optional<?>) value;
        out.writeBoolean(optional.isPresent());
        if (optional.isPresent()) {
            content.write(out, optional.get());
        }
        out.leave();
    }

    @Override
    public Object read(FrameInput in) {
        in.enter();
        Optional<Object> optional =
                in.readFlag("whether there is a value") ? Optional.ofNullable(content.read(in)) : Optional.empty();
        in.leave();
        return optional;
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return content.codec().hasOneForm(asked);
    }
}
