package dev.ropewalk.task;

import java.util.Arrays;

/** A growing stack of numbers. Not thread-safe. */
final class IntStack {
    private int[] elements = new int[8];
    private int size;

    void push(int element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        elements[size++] = element;
    }

    int pop() {
        return elements[--size];
    }

    int get(int at) {
        return elements[at];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
    }
}
