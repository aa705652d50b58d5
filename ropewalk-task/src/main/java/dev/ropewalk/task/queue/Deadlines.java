package dev.ropewalk.task.queue;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The waiting tasks that have a deadline, the next one first: a binary heap in which each task knows its place. */
final class Deadlines {
    private @Nullable TimedTask<?>[] heap = new TimedTask<?>[16];
    private int size;

    /** Makes room for one more. */
    void makeRoom() {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
    }

    void add(TimedTask<?> task) {
        makeRoom();
        siftUp(size++, task);
    }

    /** Returns the task whose deadline is the next, or null. */
    @Nullable
    TimedTask<?> first() {
        return heap[0];
    }

    /** Removes a task, if it is in. */
    void remove(TimedTask<?> task) {
        int at = task.place;
        if (at < 0) {
            return;
        }
        task.place = -1;
        TimedTask<?> last = Objects.requireNonNull(heap[--size]);
        heap[size] = null;
        if (last != task) {
            siftUp(at, last);
            if (last.place == at) {
                siftDown(at, last);
            }
        }
    }

    private void siftUp(int from, TimedTask<?> task) {
        int at = from;
        while (at > 0 && isBefore(task, at((at - 1) / 2))) {
            place(at, at((at - 1) / 2));
            at = (at - 1) / 2;
        }
        place(at, task);
    }

    private void siftDown(int from, TimedTask<?> task) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(at(child + 1), at(child))) {
                child++;
            }
            if (!isBefore(at(child), task)) {
                break;
            }
            place(at, at(child));
            at = child;
        }
        place(at, task);
    }

    private static boolean isBefore(TimedTask<?> one, TimedTask<?> other) {
        return one.deadline() - other.deadline() < 0;
    }

    private TimedTask<?> at(int place) {
        return Objects.requireNonNull(heap[place]);
    }

    private void place(int at, TimedTask<?> task) {
        heap[at] = task;
        task.place = at;
    }
}
