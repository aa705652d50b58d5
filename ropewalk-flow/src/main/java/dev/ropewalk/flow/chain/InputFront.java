package dev.ropewalk.flow.chain;

import org.jspecify.annotations.Nullable;

/** What the producer of an {@link Input} writes, and what nobody writes, on cache lines of its own. */
abstract class InputFront<T> extends Stage<T> {
    final @Nullable Object[] ring;

    /** How many elements have been stored; the producer's. */
    long stored;

    /** Whether nothing is wanted any more; written once, by the consumer. */
    volatile boolean isLeft;

    InputFront(int capacity) {
        this.ring = new Object[capacity];
    }
}
