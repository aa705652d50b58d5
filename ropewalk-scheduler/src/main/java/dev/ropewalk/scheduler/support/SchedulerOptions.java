package dev.ropewalk.scheduler.support;

import dev.ropewalk.scheduler.SchedulerBuilder;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.TimeUnit;

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
        UncaughtExceptionHandler uncaughtExceptionHandler) {
    /** Returns the settings of a scheduler for which nothing was set. */
    public static SchedulerOptions defaults(String name, int workers, UncaughtExceptionHandler handler) {
        return new SchedulerOptions(
                name,
                workers,
                256,
                true,
                false,
                false,
                200_000,
                20_000_000,
                64,
                50_000,
                3,
                50_000,
                100_000_000,
                TimeUnit.SECONDS.toNanos(10),
                handler);
    }
}
