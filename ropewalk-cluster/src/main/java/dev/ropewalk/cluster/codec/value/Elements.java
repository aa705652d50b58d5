package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The elements of a collection: their count, and one after the other. */
final class Elements {
    private Elements() {}

    /** Writes them. */
    static void write(FrameOutput out, Collection<?> elements, Slot slot) {
        out.enter();
        int count = elements.size();
        out.writeCount(count);
        int written = 0;
        for (Object element : elements) {
            checkNext(written++, count);
            slot.write(out, element);
        }
        checkAll(written, count);
        out.leave();
    }

    /** Refuses one more than there were. */
    static void checkNext(int written, int count) {
        if (written == count) {
            throw new EncodingException("a collection of " + count + " elements has got more while it was written");
        }
    }

    /** Refuses fewer than there were. */
    static void checkAll(int written, int count) {
        if (written != count) {
            throw new EncodingException("a collection of " + count + " elements has lost some while it was written: "
                    + written + " are left");
        }
    }

    /** Reads them into an array of their number. */
    static @Nullable Object[] read(FrameInput in, Slot slot) {
        in.enter();
        var elements = new @Nullable Object[in.readCount()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = slot.read(in);
        }
        in.leave();
        return elements;
    }
}
