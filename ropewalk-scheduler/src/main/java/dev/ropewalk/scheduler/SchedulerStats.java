package dev.ropewalk.scheduler;

import dev.ropewalk.base.Nulls;
import java.util.List;

/**
 * What a {@link Scheduler} has done since it was made.
 *
 * @param workers one entry a worker, spare ones last
 * @param starvationEvents how often every worker was stuck in a long task while others waited
 * @param longTasks how many tasks have been seen to hold their worker for over ten times what {@link
 *     SchedulerBuilder#stuckAfter} says, without the time inside {@link Scheduler#blocking}
 * @param blockedWorkers how many workers are inside {@link Scheduler#blocking} at this moment
 */
public record SchedulerStats(List<WorkerStats> workers, long starvationEvents, long longTasks, int blockedWorkers) {
    public SchedulerStats {
        workers = Nulls.copy(workers, "workers");
    }

    /** Returns how many tasks all workers have run. */
    public long tasks() {
        return workers.stream().mapToLong(WorkerStats::tasks).sum();
    }

    /** Returns how many strands and tasks were taken from another worker. */
    public long steals() {
        return workers.stream().mapToLong(WorkerStats::steals).sum();
    }

    /** Returns how many strands and tasks wait in all queues. */
    public long queued() {
        return workers.stream().mapToLong(WorkerStats::queued).sum();
    }
}
