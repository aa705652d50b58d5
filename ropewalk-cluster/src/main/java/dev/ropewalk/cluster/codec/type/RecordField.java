package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.value.Slot;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record on the wire. What has been there from the first is written as it is. What came later has its length before
 * it, so that readers that don't know it can skip it.
 *
 * @param slot what stands there
 * @param index the component's place, from 0
 * @param isAppended whether it came later
 * @param orElse what it is in a frame without it
 */
public record RecordField(
        Slot slot, int index, boolean isAppended, @Nullable Object orElse) {
    void writeAppended(FrameOutput out, @Nullable Object value) {
        int begin = out.beginDelimited();
        slot.write(out, value);
        out.endDelimited(begin);
    }

    @Nullable
    Object readAppended(FrameInput in, int fields) {
        if (fields <= index) {
            return orElse;
        }
        int outer = in.beginDelimited();
        Object value = slot.read(in);
        in.endDelimited(outer);
        return value;
    }
}
