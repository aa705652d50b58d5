package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A list. What is read can't be modified.
 *
 * @param element its elements
 */
public record ListCodec(Slot element) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        Elements.write(out, (Collection<?>) value, element);
    }

    @Override
    public Object read(FrameInput in) {
        Object[] elements = Elements.read(in, element);
        return elements.length == 0 ? List.of() : Collections.unmodifiableList(Arrays.asList(elements));
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return element.codec().hasOneForm(asked);
    }
}
