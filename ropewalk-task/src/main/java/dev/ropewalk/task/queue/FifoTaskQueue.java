package dev.ropewalk.task.queue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out, in linked segments of an array: a waiting task takes a slot and no object of its own, nothing is ever
 * copied, and what has been emptied is free.
 */
public final class FifoTaskQueue extends TaskQueue {
    private static final int MIN_SLOTS = 16;
    private static final int MAX_SLOTS = 256;

    private static final class Segment {
        final @Nullable Runnable[] tasks;
        final long[] since;

        @Nullable
        Segment next;

        Segment(int slots) {
            tasks = new Runnable[slots];
            since = new long[slots];
        }
    }

    private Segment head = new Segment(MIN_SLOTS);
    private Segment tail = head;

    /** The next segment, if it was made before it is needed. */
    private @Nullable Segment spare;

    private int first;
    private int end;

    @Override
    boolean needsTime() {
        return false;
    }

    @Override
    void makeRoom() {
        if (end == tail.tasks.length && spare == null) {
            spare = new Segment(MAX_SLOTS);
        }
    }

    @Override
    void add(Runnable task, int priority, long now) {
        if (end == tail.tasks.length) {
            makeRoom();
            Segment segment = Objects.requireNonNull(spare);
            spare = null;
            tail.next = segment;
            tail = segment;
            end = 0;
        }
        tail.tasks[end] = task;
        tail.since[end++] = now;
    }

    @Override
    @Nullable
    Runnable poll() {
        if (first == head.tasks.length && head != tail) {
            Segment emptied = head;
            head = Objects.requireNonNull(emptied.next);
            emptied.next = null;
            first = 0;
        }
        if (head == tail && first == end) {
            first = 0;
            end = 0;
            return null;
        }
        Runnable task = head.tasks[first];
        polledSince = head.since[first];
        head.tasks[first++] = null;
        return task;
    }

    /** In place, because there may be no memory: what is kept moves towards the head, and the segments behind it are dropped. */
    @Override
    void sweep() {
        Segment to = head;
        int at = first;
        int from = first;
        for (Segment segment = head; segment != null; segment = segment.next) {
            int limit = segment == tail ? end : segment.tasks.length;
            for (int i = from; i < limit; i++) {
                Runnable task = Objects.requireNonNull(segment.tasks[i]);
                segment.tasks[i] = null;
                if (!isShell(task)) {
                    if (at == to.tasks.length) {
                        to = Objects.requireNonNull(to.next);
                        at = 0;
                    }
                    to.tasks[at] = task;
                    to.since[at++] = segment.since[i];
                }
            }
            from = 0;
        }
        to.next = null;
        tail = to;
        end = at;
    }
}
