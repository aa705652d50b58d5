package dev.ropewalk.task.queue;

import java.util.concurrent.Future;

/**
 * A plain task that stands for another: for some executor's future, so that it isn't taken for an entry of this queue, or for a task that
 * has a context.
 *
 * @param task as its user knows it
 * @param body what runs it
 */
public record HandedTask(Runnable task, Runnable body) implements Runnable {
    /** Returns a task as its user knows it. */
    public static Runnable known(Runnable task) {
        return task instanceof HandedTask handed ? handed.task : task;
    }

    /** Cancels a plain task that is a future itself; returns whether it did. */
    public static boolean cancel(Runnable task) {
        return known(task) instanceof Future<?> future && future.cancel(false);
    }

    @Override
    public void run() {
        body.run();
    }
}
