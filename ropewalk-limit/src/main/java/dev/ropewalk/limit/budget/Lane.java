package dev.ropewalk.limit.budget;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests that wait for the same set of resources, in order: a binary heap in which each knows its place. */
final class Lane {
    private static final int MIN_CAPACITY = 4;

    /** The set of resources, a bit for each. */
    final long mask;

    private @Nullable PendingRequest[] heap = new PendingRequest[MIN_CAPACITY];
    private int size;

    Lane(long mask) {
        this.mask = mask;
    }

    int size() {
        return size;
    }

    /** Returns the first request; the lane isn't empty. */
    PendingRequest first() {
        return at(0);
    }

    /** Adds requests to a list, the first one first, until that is as long as given. */
    void addTo(List<PendingRequest> requests, int most) {
        for (int i = 0; i < size && requests.size() < most; i++) {
            requests.add(at(i));
        }
    }

    private PendingRequest at(int index) {
        PendingRequest pending = heap[index];
        if (pending == null) {
            throw new IllegalStateException("no request at " + index + " of " + size);
        }
        return pending;
    }

    private void put(int index, PendingRequest pending) {
        heap[index] = pending;
        pending.index = index;
    }

    void add(PendingRequest pending) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        siftUp(size++, pending);
    }

    void remove(PendingRequest pending) {
        int hole = pending.index;
        pending.index = -1;
        PendingRequest last = at(--size);
        heap[size] = null;
        if (last == pending) {
            return;
        }
        if (hole > 0 && last.isBefore(at(parent(hole)))) {
            siftUp(hole, last);
        } else {
            siftDown(hole, last);
        }
    }

    private static int parent(int index) {
        return (index - 1) >>> 1;
    }

    private void siftUp(int from, PendingRequest pending) {
        int index = from;
        while (index > 0 && pending.isBefore(at(parent(index)))) {
            put(index, at(parent(index)));
            index = parent(index);
        }
        put(index, pending);
    }

    private void siftDown(int from, PendingRequest pending) {
        int index = from;
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && at(child + 1).isBefore(at(child))) {
                child++;
            }
            if (!at(child).isBefore(pending)) {
                break;
            }
            put(index, at(child));
            index = child;
        }
        put(index, pending);
    }
}
