package dev.ropewalk.scheduler;

/**
 * A task with soft affinity, for {@link Scheduler#execute}: one of many short ones that talk to each other, such as a coroutine that goes on. Submitted from a
 * worker it stays there, newest first, and no other worker is woken for it. Another one takes it when something has waited there for longer than a
 * move would cost, as with a strand of {@link Placement#SOFT}. From elsewhere it is submitted, and may be taken, as any task.
 */
public interface SoftTask extends Runnable {
    /**
     * Returns what goes on with this task, such as its coroutine; the task itself if it is all there is. Where tasks of the same ones come
     * again and again, the oldest task that waits has its turn in between. It is only compared, by identity. Called by the worker that runs the task.
     */
    default Object party() {
        return this;
    }
}
