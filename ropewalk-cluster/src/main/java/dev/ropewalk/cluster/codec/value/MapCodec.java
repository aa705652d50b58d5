package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map. What is read can't be modified, and has the order in which it was written.
 *
 * @param key its keys
 * @param value its values
 */
public record MapCodec(Slot key, Slot value) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object map) {
        out.enter();
        Map<?, ?> entries = (Map<?, ?>) map;
        int count = entries.size();
        out.writeCount(count);
        int written = 0;
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            Elements.checkNext(written++, count);
            key.write(out, entry.getKey());
            value.write(out, entry.getValue());
        }
        Elements.checkAll(written, count);
        out.leave();
    }

    @Override
    public Object read(FrameInput in) {
        in.enter();
        int count = in.readCount();
        var keys = new @Nullable Object[count];
        var values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            keys[i] = key.read(in);
            values[i] = value.read(in);
        }
        in.leave();
        return count == 0 ? Map.of() : Hashing.apply(in, () -> mapOf(in, keys, values));
    }

    private Map<@Nullable Object, @Nullable Object> mapOf(
            FrameInput in, @Nullable Object[] keys, @Nullable Object[] values) {
        Hashing.check(in, key, keys);
        Map<@Nullable Object, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(keys.length);
        for (int i = 0; i < keys.length; i++) {
            map.put(keys[i], values[i]);
            if (map.size() <= i) {
                throw Hashing.duplicate(in, key);
            }
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return false; // equal maps have different orders
    }
}
