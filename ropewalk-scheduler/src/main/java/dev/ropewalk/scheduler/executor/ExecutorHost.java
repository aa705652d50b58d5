package dev.ropewalk.scheduler.executor;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerHost;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the view of a scheduler as an executor service needs of it. An abstract class, since the JVM calls the only one of its
 * kind directly: a submission through the view costs what one to the scheduler does.
 */
public abstract class ExecutorHost extends WorkerHost {
    protected ExecutorHost(SchedulerOptions options, CpuTopology topology) {
        super(options, topology);
    }

    /**
     * Enters a view's task in the view's registry and queues it; the worker is the calling one, if any. Both happens in one
     * call, since nothing that is entered may fail to be queued.
     *
     * @return whether it was entered; if not, it has ended
     */
    protected abstract boolean execute(
            @Nullable Worker self, ViewTask task, TaskRegistry registry, int hash, BooleanSupplier isOpen);

    /**
     * Arms a timer that does something short in the thread of the timers, once. If that throws it hasn't been done: it is tried
     * again, or the task is abandoned when the scheduler has closed.
     */
    protected abstract Timer armInMonitor(Runnable task, long due);
}
