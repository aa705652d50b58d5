package dev.ropewalk.graph.order;

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

    /** Returns an element by its place in the heap: the most urgent one is at 0, its children at 1 and 2, and so on. */
    int get(int index) {
        return elements[index];
    }

    void push(int action) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        siftUp(size++, action);
    }

    int pop() {
        int top = elements[0];
        removeAt(0);
        return top;
    }

    /** Removes an action that is there. */
    void remove(int action) {
        int at = 0;
        while (elements[at] != action) {
            at++;
        }
        removeAt(at);
    }

    private void removeAt(int hole) {
        int last = elements[--size];
        if (hole == size) {
            return;
        }
        if (hole > 0 && order.isBefore(last, elements[(hole - 1) >>> 1])) {
            siftUp(hole, last);
        } else {
            siftDown(hole, last);
        }
    }

    private void siftUp(int from, int action) {
        int at = from;
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

    private void siftDown(int from, int action) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && order.isBefore(elements[child + 1], elements[child])) {
                child++;
            }
            if (!order.isBefore(elements[child], action)) {
                break;
            }
            elements[at] = elements[child];
            at = child;
        }
        elements[at] = action;
    }

    /** Removes all and returns how many there were. */
    int clear() {
        int all = size;
        size = 0;
        return all;
    }
}
