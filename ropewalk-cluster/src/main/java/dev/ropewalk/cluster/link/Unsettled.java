package dev.ropewalk.cluster.link;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Messages that were sent and whose fate isn't known, by their numbers: what their senders call them, and their bytes. */
final class Unsettled {
    private static final int FIRST_CAPACITY = 64;

    private @Nullable Object[] whats = new Object[FIRST_CAPACITY];
    private int[] sizes = new int[FIRST_CAPACITY];
    private long first;
    private long next;

    /** Returns the number of the first one. */
    long first() {
        return first;
    }

    /** Returns the number that the next message gets. */
    long next() {
        return next;
    }

    int size() {
        return (int) (next - first);
    }

    /** Makes room for some more. */
    void reserve(int more) {
        int capacity = whats.length;
        while (capacity - size() < more) {
            capacity *= 2;
        }
        if (capacity > whats.length) {
            grow(capacity);
        }
    }

    private void grow(int capacity) {
        @Nullable Object[] moreWhats = new Object[capacity];
        int[] moreSizes = new int[capacity];
        for (long number = first; number < next; number++) {
            moreWhats[(int) number & (capacity - 1)] = whats[index(number)];
            moreSizes[(int) number & (capacity - 1)] = sizes[index(number)];
        }
        whats = moreWhats;
        sizes = moreSizes;
    }

    private int index(long number) {
        return (int) number & (whats.length - 1);
    }

    /** Adds one, for which room was made. */
    void add(Object what, int bytes) {
        int index = index(next++);
        whats[index] = what;
        sizes[index] = bytes;
    }

    int bytes(long number) {
        return sizes[index(number)];
    }

    /** Takes the first one out, and returns what it is called. */
    Object removeFirst() {
        int index = index(first++);
        Object what = Objects.requireNonNull(whats[index]);
        whats[index] = null;
        return what;
    }
}
