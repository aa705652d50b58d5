package dev.ropewalk.cluster.link;

import java.util.Arrays;

/** Ranges of lost messages in their order, kept until the sender has confirmed that it knows them. */
final class LostRanges {
    /** A sender has 256 frames on their way, so that half as many ranges may be lost of them. */
    private static final int MAX_BOUNDS = 512;

    private long[] bounds = new long[4];
    private int size;

    /** Returns whether a range that begins here can be added. */
    boolean hasRoom(long begin) {
        return size < MAX_BOUNDS || bounds[size - 1] == begin;
    }

    /** Adds a range behind all others. */
    void add(long begin, long end) {
        if (size > 0 && bounds[size - 1] == begin) {
            bounds[size - 1] = end;
            return;
        }
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * size);
        }
        bounds[size++] = begin;
        bounds[size++] = end;
    }

    /** Forgets what is below a number. */
    void forget(long confirmed) {
        int from = 0;
        while (from < size && bounds[from + 1] <= confirmed) {
            from += 2;
        }
        if (from > 0) {
            size -= from;
            System.arraycopy(bounds, from, bounds, 0, size);
        }
        if (size > 0 && bounds[0] < confirmed) {
            bounds[0] = confirmed;
        }
    }

    /** Returns begin and end of each. */
    long[] toArray() {
        return Arrays.copyOf(bounds, size);
    }
}
