package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/**
 * The buffer of a channel: a FIFO queue in a list of arrays, of which an empty one has none yet. Guarded by the channel's
 * lock.
 *
 * <pre>
 *   head --> [ . . a b ] --> [ c d e f ] --> [ g . . . ] <-- tail
 *                  ^first                       ^last (one behind)
 * </pre>
 *
 * <p>It grows by an array at a time, so that no step takes long, however many elements there are. When it runs empty it
 * starts over in its last array: a short queue never needs another. The garbage collector's barriers are cheaper for young
 * arrays than for an old ring, so a long one loses nothing by making them.
 */
final class ElementQueue {
    private static final int FIRST_LENGTH = 16;
    private static final int NEXT_LENGTH = 64;

    private static final class Chunk {
        final @Nullable Object[] slots;

        @Nullable
        Chunk next;

        Chunk(int length) {
            slots = new @Nullable Object[length];
        }
    }

    private final int capacity;
    private @Nullable Chunk head;
    private @Nullable Chunk tail;
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
        Chunk chunk = tail;
        if (chunk == null) {
            chunk = new Chunk(Math.min(capacity, FIRST_LENGTH));
            head = chunk;
            tail = chunk;
        } else if (last == chunk.slots.length) {
            Chunk next = new Chunk(NEXT_LENGTH);
            chunk.next = next;
            tail = next;
            chunk = next;
            last = 0;
        }
        chunk.slots[last++] = element;
        size++;
    }

    /** Takes the oldest element. The caller knows that there is one. */
    @SuppressWarnings(
            "NullAway") // there is an element, so the head isn't null, nor is its next where the head is used up
    Object take() {
        Chunk chunk = head;
        if (first == chunk.slots.length) {
            chunk = chunk.next;
            head = chunk;
            first = 0;
        }
        Object element = chunk.slots[first];
        chunk.slots[first++] = null;
        if (--size == 0) {
            first = 0;
            last = 0;
        }
        return element;
    }
}
