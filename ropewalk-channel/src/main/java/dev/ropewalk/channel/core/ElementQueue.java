package dev.ropewalk.channel.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a channel: a FIFO queue in a list of arrays, of which an empty one has none yet. Guarded by the channel's
 * lock. The last slot of each array refers to the next array.
 *
 * <pre>{@code
 *   head --> [ . . a b | o--]--> [ c d e f | o--]--> [ g . . . | . ] <-- tail
 *                  ^first                                ^last (one behind)
 * }</pre>
 *
 * <p>It grows by an array at a time, so that no step takes long, however many elements there are. When it runs empty it
 * starts over in its array if that is a short one, and lets a long one go: a channel at rest is small. The garbage
 * collector's barriers are cheaper for young arrays than for an old ring, so a long queue loses nothing by making them.
 */
final class ElementQueue {
    private static final int FIRST_LENGTH = 16;
    private static final int NEXT_LENGTH = 64;

    private final int capacity;
    private @Nullable Object @Nullable [] head;
    private @Nullable Object @Nullable [] tail;
    private int first;
    private int last;
    private int size;

    ElementQueue(int capacity) {
        this.capacity = capacity;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == capacity;
    }

    /** Adds an element at the end. The caller knows that there is room. */
    void add(Object element) {
        reserve();
        Objects.requireNonNull(tail)[last++] = element;
        size++;
    }

    /** Makes room in the arrays, so that the next {@link #add} can't fail for want of memory. */
    void reserve() {
        @Nullable Object[] slots = tail;
        if (slots == null) {
            slots = new @Nullable Object[Math.min(capacity, FIRST_LENGTH) + 1];
            head = slots;
            tail = slots;
        } else if (last == slots.length - 1) {
            @Nullable Object[] next = new @Nullable Object[NEXT_LENGTH + 1];
            slots[last] = next;
            tail = next;
            last = 0;
        }
    }

    /** Returns the oldest element and leaves it. The caller knows that there is one. */
    Object peek() {
        @Nullable Object[] slots = Objects.requireNonNull(head);
        int at = first;
        if (at == slots.length - 1) {
            slots = (@Nullable Object[]) Objects.requireNonNull(slots[at]);
            at = 0;
        }
        return Objects.requireNonNull(slots[at]);
    }

    /** Takes the oldest element. The caller knows that there is one. */
    @SuppressWarnings("ReferenceEquality") // asks whether it is the newest array
    Object take() {
        @Nullable Object[] slots = Objects.requireNonNull(head);
        if (first == slots.length - 1) {
            slots = (@Nullable Object[]) Objects.requireNonNull(slots[first]);
            head = slots;
            first = 0;
        }
        Object element = Objects.requireNonNull(slots[first]);
        slots[first++] = null;
        if (--size == 0) {
            first = 0;
            last = 0;
            if (slots != tail || slots.length > FIRST_LENGTH + 1) {
                head = null;
                tail = null;
            }
        }
        return element;
    }
}
