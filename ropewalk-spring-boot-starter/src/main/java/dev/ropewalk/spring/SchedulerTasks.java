package dev.ropewalk.spring;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Runs scheduled tasks on a scheduler. They mostly block, so each counts as a blocking call: a spare worker takes the place of its own.
 *
 * <p>Spring's own class is an executor, too. As a bean it would be a second one, and asynchronous methods would run elsewhere.
 */
final class SchedulerTasks implements TaskScheduler, ApplicationContextAware, ApplicationListener<ContextClosedEvent> {
    private final ScheduledExecutorService executor;
    private final ConcurrentTaskScheduler tasks;
    private @Nullable ApplicationContext context;

    /**
     * Makes a task scheduler.
     *
     * @param decorator of the tasks, in their threads
     */
    SchedulerTasks(Scheduler scheduler, TaskDecorator decorator) {
        executor = scheduler.asExecutorService();
        tasks = new ConcurrentTaskScheduler(executor);
        tasks.setTaskDecorator(task -> {
            Runnable decorated = decorator.decorate(task);
            return () -> runBlocking(scheduler, decorated);
        });
    }

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    /** Periodic tasks end before anything else of the context does, and no task is accepted any more. */
    @Override
    @SuppressWarnings("ReferenceEquality") // not that of a child
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            executor.shutdown();
        }
    }

    private static void runBlocking(Scheduler scheduler, Runnable task) {
        try {
            var ignored = scheduler.blocking(Executors.callable(task));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("a task can't throw this", e);
        }
    }

    @Override
    public Clock getClock() {
        return tasks.getClock();
    }

    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        return tasks.schedule(task, trigger);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
        return tasks.schedule(task, startTime);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
        return tasks.scheduleAtFixedRate(task, startTime, period);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        return tasks.scheduleAtFixedRate(task, period);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
        return tasks.scheduleWithFixedDelay(task, startTime, delay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        return tasks.scheduleWithFixedDelay(task, delay);
    }
}
