package dev.ropewalk.graph.order;

import java.util.Arrays;

/** A growing stack of numbers. Not thread-safe. */
public final class IntStack {
    private int[] elements = new int[8];
    private int size;

    public void push(int element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        elements[size++] = element;
    }

    public int pop() {
        return elements[--size];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }
}
