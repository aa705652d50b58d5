package dev.ropewalk.scheduler.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers by due time: a binary heap in which each timer knows its place, so that a cancelled one leaves at once. Not
 * thread-safe.
 */
final class TimerHeap {
    private @Nullable ArmedTimer[] heap = new @Nullable ArmedTimer[16];
    private int size;

    /** Returns the timer that is due first, or null. */
    @Nullable
    ArmedTimer first() {
        return heap[0];
    }

    int size() {
        return size;
    }

    void add(ArmedTimer timer) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        up(timer, size++);
    }

    /** Removes a timer, if it is here. */
    void remove(ArmedTimer timer) {
        int place = timer.place;
        if (place < 0) {
            return;
        }
        timer.place = -1;
        ArmedTimer last = heap[--size];
        heap[size] = null;
        if (last != timer && last != null) {
            up(last, place);
            if (last.place == place) {
                down(last, place);
            }
        }
    }

    private void up(ArmedTimer timer, int place) {
        while (place > 0) {
            ArmedTimer parent = heap[(place - 1) >>> 1];
            if (parent == null || parent.due - timer.due <= 0) {
                break;
            }
            set(place, parent);
            place = (place - 1) >>> 1;
        }
        set(place, timer);
    }

    private void down(ArmedTimer timer, int place) {
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            ArmedTimer least = heap[child];
            if (child + 1 < size) {
                ArmedTimer right = heap[child + 1];
                if (least == null || (right != null && right.due - least.due < 0)) {
                    least = right;
                    child++;
                }
            }
            if (least == null || timer.due - least.due <= 0) {
                break;
            }
            set(place, least);
            place = child;
        }
        set(place, timer);
    }

    private void set(int place, ArmedTimer timer) {
        heap[place] = timer;
        timer.place = place;
    }
}
