package dev.ropewalk.task.queue;

/** What waiting tasks know of the executor in which they wait: where to leave, and its clock and threads. */
public interface TaskHome {
    /** Takes out a task that was cancelled while it seemed to wait. The caller doesn't hold the executor's lock. */
    void forget(TaskFuture<?> task);

    /** Lets a waiting task expire. The caller holds the executor's lock. */
    void expireWaiting(TimedTask<?> task, long now);

    /** Returns the time in nanoseconds by the clock that counts for the executor. */
    long clock();

    /** Parks the calling thread for at most so long by that clock. */
    void parkNanos(Object blocker, long nanos);

    /** Starts a thread of the executor that isn't one of its runners. */
    void startThread(Runnable body);
}
