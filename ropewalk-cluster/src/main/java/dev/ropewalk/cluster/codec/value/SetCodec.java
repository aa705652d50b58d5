package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set. What is read can't be modified, and has the order in which it was written.
 *
 * @param element its elements
 */
public record SetCodec(Slot element) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        Elements.write(out, (Collection<?>) value, element);
    }

    @Override
    public Object read(FrameInput in) {
        @Nullable Object[] elements = Elements.read(in, element);
        return elements.length == 0 ? Set.of() : Hashing.apply(in, () -> setOf(in, elements));
    }

    private Set<@Nullable Object> setOf(FrameInput in, @Nullable Object[] elements) {
        Hashing.check(in, element, elements);
        Set<@Nullable Object> set = LinkedHashSet.newLinkedHashSet(elements.length);
        for (Object each : elements) {
            if (!set.add(each)) {
                throw Hashing.duplicate(in, element);
            }
        }
        return Collections.unmodifiableSet(set);
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return false; // equal sets have different orders
    }
}
