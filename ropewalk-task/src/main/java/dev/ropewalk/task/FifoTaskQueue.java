package dev.ropewalk.task;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out, in linked segments of an array: a waiting task takes a slot and no object of its own, nothing is ever
 * copied, and what has been emptied is free.
 */
final class FifoTaskQueue extends TaskQueue {
    private static final int FIRST_SLOTS = 16;
    private static final int SLOTS = 256;

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

    private Segment head = new Segment(FIRST_SLOTS);
    private Segment tail = head;
    private int first;
    private int end;

    @Override
    boolean needsTime() {
        return false;
    }

    @Override
    void add(Runnable task, int priority, long now) {
        if (end == tail.tasks.length) {
            var segment = new Segment(SLOTS);
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

    @Override
    void sweep() {
        Segment old = head;
        int from = first;
        int to = end;
        Segment last = tail;
        head = new Segment(FIRST_SLOTS);
        tail = head;
        first = 0;
        end = 0;
        for (Segment segment = old; segment != null; segment = segment.next) {
            copy(segment, from, segment == last ? to : segment.tasks.length);
            from = 0;
        }
    }

    private void copy(Segment segment, int from, int to) {
        for (int i = from; i < to; i++) {
            Runnable task = Objects.requireNonNull(segment.tasks[i]);
            if (!isShell(task)) {
                add(task, 0, segment.since[i]);
            }
        }
    }
}
