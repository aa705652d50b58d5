package dev.ropewalk.task;

/** What a {@link BoundedExecutor} does with a task that comes when its queue is full. */
public enum WhenFull {
    /**
     * The submitter waits for room, until half of the queue is empty, so that it isn't woken for each task. If it is interrupted, or the executor is shut down meanwhile, the task is rejected. A task
     * that submits to its own executor may so wait for itself.
     */
    BLOCK,

    /** The task is rejected. */
    REJECT,

    /** The submitter runs the task itself, beside those in flight, unless the executor is shut down. */
    CALLER_RUNS,

    /**
     * The task that has waited longest is dropped: its future fails with a {@link
     * java.util.concurrent.RejectedExecutionException}, a plain task that is a future itself is cancelled.
     */
    DROP_OLDEST
}
