package dev.ropewalk.task.queue;

import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait to be admitted, in the order in which they will be. One thread at a time. What was cancelled or has expired
 * stays in as a shell, so that leaving is cheap, until it is polled or {@link #sweep swept} out.
 */
public abstract class TaskQueue {
    /** A time that isn't known. */
    static final long UNKNOWN = 0;

    /** When the task that was polled last had been added, or {@link #UNKNOWN}. */
    long polledSince;

    /** Returns whether the order depends on when a task was added. */
    abstract boolean needsTime();

    /** Gets the memory that adding one more task needs. */
    abstract void makeRoom();

    /** Adds a task. */
    abstract void add(Runnable task, int priority, long now);

    /** Takes the next task or shell, or null if there is none. */
    abstract @Nullable Runnable poll();

    /** Removes all shells. */
    abstract void sweep();

    /** Returns whether a task of the queue has left it for good. */
    static boolean isShell(Runnable task) {
        return task instanceof TaskFuture<?> future && !future.isQueued();
    }
}
