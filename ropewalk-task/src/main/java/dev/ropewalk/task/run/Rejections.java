package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.task.event.TaskRefusedEvent;
import dev.ropewalk.task.queue.HandedTask;
import dev.ropewalk.task.queue.TaskFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The errors of tasks that an executor doesn't run. */
final class Rejections {
    private final Object executor;
    private final String name;

    /**
     * Creates the errors of an executor.
     *
     * @param executor what messages call it
     * @param name what a recording calls it
     */
    Rejections(Object executor, String name) {
        this.executor = executor;
        this.name = name;
    }

    RejectedExecutionException rejected(Runnable task, String why) {
        Runnable known = HandedTask.known(task);
        if (FlightRecorderState.isUsed()) {
            record(known);
        }
        return new RejectedExecutionException(known + " rejected from " + executor + why);
    }

    private void record(Runnable refused) {
        try {
            TaskRefusedEvent.record(name, refused.getClass().getName());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    RejectedExecutionException notStarted(Runnable task, @Nullable Throwable cause) {
        String why = cause instanceof BudgetClosedException ? ", because " + cause.getMessage() : "";
        RejectedExecutionException error = rejected(task, ": nothing runs it" + why);
        error.initCause(cause);
        return error;
    }

    /** Lets the future of a task that was accepted but won't run fail; returns false if it has none. */
    static boolean fail(Runnable task, Throwable error) {
        if (task instanceof TaskFuture<?> future) {
            return future.fail(error);
        }
        return HandedTask.cancel(task);
    }

    static void failOrReport(Runnable task, Throwable error) {
        if (!fail(task, error) && !(HandedTask.known(task) instanceof Future<?>)) {
            Failures.uncaught(error);
        }
    }
}
