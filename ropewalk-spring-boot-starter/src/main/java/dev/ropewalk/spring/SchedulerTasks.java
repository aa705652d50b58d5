package dev.ropewalk.spring;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Runs scheduled tasks on a scheduler. They mostly block, so each counts as a blocking call: a spare worker takes the place of its own.
 *
 * <p>Spring's own class is an executor, too. As a bean it would be a second one, and asynchronous methods would run elsewhere.
 */
final class SchedulerTasks implements TaskScheduler {
    private final ConcurrentTaskScheduler tasks;

    SchedulerTasks(Scheduler scheduler) {
        tasks = new ConcurrentTaskScheduler(scheduler.asExecutorService());
        tasks.setTaskDecorator(task -> () -> runBlocking(scheduler, task));
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
