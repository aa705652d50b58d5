package dev.ropewalk.task;

import org.jspecify.annotations.Nullable;

/** Who runs admitted tasks, one after the other: the body of a thread, and the right to be one of those in flight. */
final class TaskRunner implements Runnable {
    final BoundedExecutor executor;

    /** The task to begin with: written before this runner is launched, and by the one thread that runs it. */
    Runnable task;

    /** The thread that runs tasks of this runner, or null. Who stops the executor writes that first and then reads this. */
    volatile @Nullable Thread thread;

    /** The neighbours among the executor's runners, guarded by its lock. */
    @Nullable
    TaskRunner previous;

    @Nullable
    TaskRunner next;

    TaskRunner(BoundedExecutor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    @Override
    public void run() {
        executor.run(this);
    }
}
