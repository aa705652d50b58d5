package dev.ropewalk.cluster.link;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Messages in their order, with what their senders call them. */
final class Unsent {
    private static final int FIRST_CAPACITY = 16;

    /** A larger one isn't kept when it is empty again. */
    private static final int MAX_KEPT = 4096;

    private byte[] @Nullable [] messages = new byte[FIRST_CAPACITY][];
    private @Nullable Object[] whats = new Object[FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    void add(byte[] message, Object what) {
        if (size == whats.length) {
            grow();
        }
        messages[size] = message;
        whats[size++] = what;
    }

    private void grow() {
        byte[] @Nullable [] moreMessages = Arrays.copyOf(messages, 2 * size);
        whats = Arrays.copyOf(whats, 2 * size);
        messages = moreMessages;
    }

    byte[] message(int index) {
        return Objects.requireNonNull(messages[index]);
    }

    Object what(int index) {
        return Objects.requireNonNull(whats[index]);
    }

    /** Forgets one. */
    void clear(int index) {
        messages[index] = null;
        whats[index] = null;
    }

    /** Begins again; all are forgotten. */
    void reset() {
        size = 0;
        if (whats.length > MAX_KEPT) {
            messages = new byte[FIRST_CAPACITY][];
            whats = new Object[FIRST_CAPACITY];
        }
    }
}
