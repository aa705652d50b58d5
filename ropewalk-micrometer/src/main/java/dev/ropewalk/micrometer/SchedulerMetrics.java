package dev.ropewalk.micrometer;

import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.WorkerStats;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * The meters of a {@link Scheduler}, {@code ropewalk.scheduler.*}, of all its workers together. It doesn't keep the scheduler alive.
 */
public final class SchedulerMetrics extends PartMetrics<Scheduler> {
    private static final Kind<Scheduler, SchedulerStats> KIND = Kind.of(
            "scheduler",
            Scheduler::live,
            Scheduler::stats,
            Meters.<SchedulerStats>of("ropewalk.scheduler.")
                    .level(
                            "workers",
                            BaseUnits.THREADS,
                            "The workers, spare ones included",
                            stats -> stats.workers().size())
                    .level(
                            "blocked",
                            BaseUnits.THREADS,
                            "The workers that are in a blocking section",
                            SchedulerStats::blockedWorkers)
                    .level("queued", BaseUnits.TASKS, "The strands and tasks that wait", SchedulerStats::queued)
                    .count("completed", BaseUnits.TASKS, "The tasks that were run", SchedulerStats::tasks)
                    .count(
                            "runs",
                            null,
                            "How often a worker took up a strand or a plain task",
                            stats -> sum(stats, WorkerStats::runs))
                    .count(
                            "home.hits",
                            null,
                            "How often a worker took up a strand that was at home there",
                            stats -> sum(stats, WorkerStats::homeHits))
                    .count("steals", null, "How often a worker took work from another one", SchedulerStats::steals)
                    .count(
                            "rehomed",
                            null,
                            "How often a strand or a virtual thread got another home",
                            stats -> sum(stats, WorkerStats::rehomed))
                    .count("parks", null, "How often a worker went to sleep", stats -> sum(stats, WorkerStats::parks))
                    .count(
                            "starvations",
                            null,
                            "How often every worker was stuck while work waited",
                            SchedulerStats::starvationEvents)
                    .count(
                            "long",
                            BaseUnits.TASKS,
                            "The tasks that held their worker for very long",
                            SchedulerStats::longTasks)
                    .nanos(
                            "longest.wait",
                            "The longest that work was seen waiting since the scheduler was made",
                            stats -> stats.workers().stream()
                                    .mapToLong(WorkerStats::longestWaitNanos)
                                    .max()
                                    .orElse(0)));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public SchedulerMetrics(Scheduler scheduler, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(scheduler, "scheduler"), name, tags);
    }

    static Kind<Scheduler, SchedulerStats> kind() {
        return KIND;
    }

    private static long sum(SchedulerStats stats, ToLongFunction<WorkerStats> count) {
        return stats.workers().stream().mapToLong(count).sum();
    }
}
