package dev.ropewalk.testing;

import org.jspecify.annotations.Nullable;

/**
 * Fills the heap of this JVM to the last object, until it is closed. For a program that runs in a {@link ChildJvm} with a small heap: what
 * its other threads make fails, too.
 */
public final class FullHeap implements AutoCloseable {
    private static final int LARGEST = 1 << 18;

    private volatile @Nullable Object filling;

    /** The smallest object that can keep another one alive. */
    private static final class Link {
        @SuppressWarnings("UnusedVariable") // it keeps the other one alive
        private final @Nullable Object other;

        Link(@Nullable Object other) {
            this.other = other;
        }
    }

    /** Fills what is free. When it returns the calling thread can't make any object. */
    public void fill() {
        @Nullable Object last = filling;
        for (int size = LARGEST; size > 0; size /= 2) {
            last = fillWithArrays(last, size);
        }
        filling = fillWithLinks(last);
    }

    private static @Nullable Object fillWithArrays(@Nullable Object before, int size) {
        @Nullable Object last = before;
        try {
            while (true) {
                @Nullable Object[] next = new @Nullable Object[size];
                next[0] = last;
                last = next;
            }
        } catch (OutOfMemoryError full) {
            return last;
        }
    }

    private static @Nullable Object fillWithLinks(@Nullable Object before) {
        @Nullable Object last = before;
        try {
            while (true) {
                last = new Link(last);
            }
        } catch (OutOfMemoryError full) {
            return last;
        }
    }

    /** Frees what has filled the heap. */
    @Override
    public void close() {
        filling = null;
    }
}
