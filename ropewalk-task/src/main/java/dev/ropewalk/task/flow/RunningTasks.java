package dev.ropewalk.task.flow;

import dev.ropewalk.task.queue.TaskFuture;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tasks of one subscription that haven't ended. Thread-safe. */
final class RunningTasks {
    private final Set<TaskFuture<?>> tasks = new LinkedHashSet<>();
    private boolean isOver;

    /** Adds a task, unless no more are to run; returns whether it did. */
    synchronized boolean add(TaskFuture<?> task) {
        return !isOver && tasks.add(task);
    }

    /** Removes a task that has ended. */
    synchronized void remove(TaskFuture<?> task) {
        boolean ignored = tasks.remove(task);
    }

    /** Cancels all, with an interrupt, and lets no more begin. */
    void cancelAll() {
        List<TaskFuture<?>> left;
        synchronized (this) {
            isOver = true;
            left = List.copyOf(tasks);
            tasks.clear();
        }
        for (TaskFuture<?> task : left) {
            boolean ignored = task.cancel(true);
        }
    }
}
