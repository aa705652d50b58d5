package dev.ropewalk.task;

import java.util.Arrays;

/** Actions that are ready, the most urgent on top: a binary heap of indices, four bytes an action. Not thread-safe. */
final class ReadyHeap {
    private final ActionOrder order;
    private int[] elements = new int[8];
    private int size;

    ReadyHeap(ActionOrder order) {
        this.order = order;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    int peek() {
        return elements[0];
    }

    void push(int action) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!order.isBefore(action, elements[parent])) {
                break;
            }
            elements[at] = elements[parent];
            at = parent;
        }
        elements[at] = action;
    }

    int pop() {
        int top = elements[0];
        int last = elements[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && order.isBefore(elements[child + 1], elements[child])) {
                child++;
            }
            if (!order.isBefore(elements[child], last)) {
                break;
            }
            elements[at] = elements[child];
            at = child;
        }
        elements[at] = last;
        return top;
    }

    /** Removes all and returns how many there were. */
    int clear() {
        int all = size;
        size = 0;
        return all;
    }
}
