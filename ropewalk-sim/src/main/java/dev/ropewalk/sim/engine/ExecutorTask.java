package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.Abandonable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What a {@link SimulatedExecutor} has handed to its scheduler and hasn't ended: it waits, or runs. */
final class ExecutorTask implements Abandonable {
    private final SimulatedExecutor executor;
    private @Nullable Runnable body;
    private @Nullable Thread runner;

    ExecutorTask(SimulatedExecutor executor, Runnable body) {
        this.executor = executor;
        this.body = body;
    }

    @Override
    public void run() {
        Runnable task = take();
        if (task == null) {
            return;
        }
        runner = Thread.currentThread();
        executor.begun();
        try {
            task.run();
        } finally {
            runner = null;
            executor.done(this);
        }
    }

    /** Returns the body if this task hasn't begun, and then it never will; else null. */
    @Nullable
    Runnable take() {
        Runnable task = body;
        body = null;
        return task;
    }

    /** Cancels this task if it is one that repeats and hasn't begun. */
    void cancelIfPeriodic() {
        if (body instanceof SimulatedFuture<?> task && task.isPeriodic()) {
            task.end();
        }
    }

    /** Interrupts the thread that runs this task, if one does. */
    void interrupt() {
        if (runner != null) {
            runner.interrupt();
        }
    }

    @Override
    public void abandon() {
        Runnable task = take();
        try {
            if (task instanceof Abandonable abandonable) {
                abandonable.abandon();
            } else if (task instanceof Future<?> future) {
                boolean ignored = future.cancel(false);
            }
        } finally {
            executor.ended(this);
        }
    }
}
