package dev.ropewalk.scheduler;

/** Sentences of the JDK's javadoc that executors of the JDK itself don't keep. */
public enum Promise {
    /** ExecutorService.shutdownNow: "returns a list of the tasks that were awaiting execution". */
    HANDS_BACK_WHAT_WAITS,

    /** What is handed back are "tasks that never commenced execution", so that the caller may run them: they aren't cancelled. */
    LEAVES_ALONE_WHAT_IT_HANDS_BACK,

    /** ExecutorService.shutdownNow: "attempts to stop all actively executing tasks", also the one that calls it. */
    INTERRUPTS_ALL_THAT_RUN,

    /** ExecutionException.getCause is the very exception that the task has thrown. */
    GIVES_THE_SAME_EXCEPTION,

    /** A timeout of {@code Long.MIN_VALUE} is none, not one that an overflow makes as long as can be. */
    TAKES_VERY_NEGATIVE_TIMEOUTS_FOR_NONE,

    /** The interrupt of a cancelled task doesn't reach the task that its thread runs next. */
    KEEPS_INTERRUPTS_TO_THEIR_TASK,

    /** Future.cancel: "has no effect if the task is already completed", also in the very moment in which the task ends. */
    LEAVES_A_RESULT_ALONE,

    /** A task that comes while the executor is shut down is refused, run or handed back. */
    LOSES_NOTHING_AT_ITS_END
}
