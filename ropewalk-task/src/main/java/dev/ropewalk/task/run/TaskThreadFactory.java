package dev.ropewalk.task.run;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.carrier.JdkCarriers;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes an executor's virtual threads. They inherit nothing of the thread that makes them, which may be one in which another
 * task has just ended. Their context class loader is that of the thread that has built the executor.
 */
public final class TaskThreadFactory implements ThreadFactory {
    private final ThreadFactory isolated;
    private final @Nullable String prefix;
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final AtomicLong number = new AtomicLong();

    /**
     * Creates a factory.
     *
     * @param scheduler whose threads they are; null for the JDK's
     * @param name what their names begin with; null for none
     */
    public TaskThreadFactory(@Nullable Scheduler scheduler, @Nullable String name) {
        this.isolated = scheduler == null ? JdkCarriers.isolatedThreads() : scheduler.isolatedThreadFactory();
        this.prefix = name == null ? null : name + "-";
    }

    @Override
    public Thread newThread(Runnable body) {
        Thread thread = isolated.newThread(body);
        if (prefix != null) {
            thread.setName(prefix + number.getAndIncrement());
        }
        thread.setContextClassLoader(loader);
        return thread;
    }
}
