package dev.ropewalk.scheduler;

import dev.ropewalk.base.Nulls;
import java.util.List;

/**
 * What closing a {@link Scheduler} left undone.
 *
 * @param abandonedTasks how many submitted tasks never ran
 * @param abandonedTimers how many armed timers were dropped
 * @param stuck the workers that were still running a task when the time was up
 */
public record SchedulerCloseReport(long abandonedTasks, long abandonedTimers, List<StuckWorker> stuck)
        implements CloseReport {
    public SchedulerCloseReport {
        stuck = Nulls.copy(stuck, "stuck");
    }

    /** Returns whether every submitted task ran and every worker ended. Abandoned timers don't count: they were not due. */
    @Override
    public boolean isComplete() {
        return abandonedTasks == 0 && stuck.isEmpty();
    }
}
