package dev.ropewalk.pekko.dispatch;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * What Pekko wants of a dispatcher's threads.
 *
 * @param daemon whether they let the JVM end
 * @param loader the context class loader, null for that of the thread that starts them
 * @param failures what is told about errors that come out of a mailbox or a task, null for the scheduler's own handler
 */
public record DispatcherThreads(
        boolean daemon,
        @Nullable ClassLoader loader,
        @Nullable UncaughtExceptionHandler failures) {
    /** Returns what the factory that Pekko gives would do. */
    public static DispatcherThreads of(ThreadFactory factory) {
        if (factory instanceof MonitorableThreadFactory known) {
            Option<ClassLoader> loader = known.contextClassLoader();
            return new DispatcherThreads(
                    known.daemonic(), loader.isDefined() ? loader.get() : null, known.exceptionHandler());
        }
        return new DispatcherThreads(false, null, null);
    }

    /** Returns a running scheduler. Its threads inherit the context class loader of the one that builds it. */
    Scheduler start(SchedulerBuilder builder) {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        if (loader != null) {
            caller.setContextClassLoader(loader);
        }
        try {
            return builder.daemon(daemon).build();
        } finally {
            caller.setContextClassLoader(before);
        }
    }
}
