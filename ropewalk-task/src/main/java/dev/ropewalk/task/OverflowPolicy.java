package dev.ropewalk.task;

/**
 * What a {@link BoundedExecutor} does with a task that comes when its queue is full. {@link BoundedExecutor#invokeAny} starts as
 * many tasks as there is room for, and a further one when a task has failed. A policy other than {@link #BLOCK} applies only to a
 * task that finds no room while none of the others is in flight.
 */
public enum OverflowPolicy {
    /**
     * The submitter waits for room, until half of the queue is empty, so that it isn't woken for each task. If it is interrupted,
     * or the executor is shut down meanwhile, the task is rejected; {@code invokeAll} and {@code invokeAny} throw {@link
     * InterruptedException} instead, and wait no longer than their timeout. A task that submits to its own executor may so wait
     * for itself.
     *
     * <p>In an actor, in a stage of a pipeline or in any other task of a scheduler this holds the worker: a spare worker takes its
     * place, one for each that waits, up to the scheduler's bound. Better not use it there: take {@link #REJECT} and let the sender
     * know, or have fewer tasks on their way than there is room for.
     */
    BLOCK,

    /** The task is rejected. */
    REJECT,

    /**
     * The submitter runs the task itself, beside those in flight. If the executor is shut down the task is rejected, and not
     * discarded without a word, as by {@link java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy}.
     */
    CALLER_RUNS,

    /**
     * The task that has waited longest is dropped: its future fails with a {@link
     * java.util.concurrent.RejectedExecutionException}, a plain task that is a future itself is cancelled. Any other
     * plain task is only counted, in {@link BoundedExecutor#stats()}.
     */
    DROP_OLDEST
}
