package dev.ropewalk.scheduler.support;

import dev.ropewalk.scheduler.SchedulerBuilder;
import java.lang.Thread.UncaughtExceptionHandler;

/** The settings of a scheduler, checked by {@link SchedulerBuilder}; durations in nanoseconds. */
public record SchedulerOptions(
        String name,
        int workers,
        int maxSpareWorkers,
        boolean newestFirst,
        boolean pinWorkers,
        boolean daemon,
        long maxWaitNanos,
        long timeBudgetNanos,
        int taskBudget,
        long stealPriceNanos,
        int stealsToRehome,
        long spinNanos,
        long stuckNanos,
        long spareRestNanos,
        UncaughtExceptionHandler uncaughtExceptionHandler) {}
