package dev.ropewalk.task.run;

import dev.ropewalk.task.queue.AdmissionLock;
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

    /** Has all that run interrupted. */
    void collect(Interrupts interrupts) {
        for (TaskRunner runner = first; runner != null; runner = runner.next) {
            if (runner.markInterrupted()) {
                interrupts.add(runner);
            }
        }
    }

    /** Interrupts runners when the lock is released: what a thread is blocked in may have code of its own for that. */
    static final class Interrupts extends AdmissionLock.Action {
        private final @Nullable TaskRunner[] runners;
        private int size;

        Interrupts(int most) {
            runners = new TaskRunner[most];
        }

        private void add(TaskRunner runner) {
            runners[size++] = runner;
        }

        @Override
        public void run() {
            for (TaskRunner runner : runners) {
                if (runner != null) {
                    runner.interrupt();
                }
            }
        }
    }
}
