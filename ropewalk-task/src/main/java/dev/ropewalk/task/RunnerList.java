package dev.ropewalk.task;

import org.jspecify.annotations.Nullable;

/** The runners in flight, linked through themselves. Guarded by the admission's lock. */
final class RunnerList {
    private @Nullable TaskRunner first;
    private int size;

    int size() {
        return size;
    }

    void add(TaskRunner runner) {
        TaskRunner second = first;
        runner.next = second;
        if (second != null) {
            second.previous = runner;
        }
        first = runner;
        size++;
    }

    void remove(TaskRunner runner) {
        TaskRunner before = runner.previous;
        TaskRunner after = runner.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        size--;
    }

    void interruptAll() {
        for (TaskRunner runner = first; runner != null; runner = runner.next) {
            Thread thread = runner.thread;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
