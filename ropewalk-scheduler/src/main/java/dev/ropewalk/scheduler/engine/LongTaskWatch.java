package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.StuckWorker;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.ReportPace;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.HeadAge;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches one worker from outside for a task that doesn't end. While another worker is free nothing starves, and so nothing
 * else would tell that a CPU, the strand of that task and all that is pinned to its worker are lost.
 *
 * <p>What a task spends in {@link Scheduler#blocking} doesn't count, for the task has said so. Not thread-safe.
 */
final class LongTaskWatch {
    /** How many times {@code stuckAfter} a task may take before it is worth a line: a long task isn't yet a broken one. */
    private static final int TIMES_STUCK_AFTER = 10;

    private final String scheduler;
    private final long limitNanos;
    private final HeadAge task = new HeadAge();
    private final ReportPace pace = new ReportPace();
    private boolean found;

    LongTaskWatch(SchedulerOptions options) {
        this.scheduler = options.name();
        this.limitNanos = limitNanos(options.stuckNanos());
    }

    static long limitNanos(long stuckNanos) {
        return stuckNanos > Long.MAX_VALUE / TIMES_STUCK_AFTER ? Long.MAX_VALUE : TIMES_STUCK_AFTER * stuckNanos;
    }

    /**
     * Looks at the worker and reports a task that has taken too long.
     *
     * @param heldNanos for how long the task has held its worker: time without a CPU is not the task's
     * @return whether it is one not seen as such before
     */
    boolean lookAndReport(Worker worker, long now, long heldNanos) {
        boolean inTask = !worker.idling.isWaiting() && !worker.status.isBlocked();
        long taken = task.observe(worker.stats.tasksBegun(), inTask, now);
        boolean before = found;
        found = Math.min(taken, heldNanos) >= limitNanos;
        if (found && pace.seeAndTakeTurn(now)) {
            report(worker.thread(), taken);
        }
        return found && !before;
    }

    /** Forgets the task: the worker is at rest. */
    void forget() {
        task.forget();
        found = false;
    }

    /** Returns where a thread of a worker is at this moment. */
    static StuckWorker stuckWorker(Thread thread) {
        return new StuckWorker(thread.getName(), List.of(thread.getStackTrace()));
    }

    private void report(@Nullable Thread thread, long taken) {
        if (thread != null) {
            Log.warning("scheduler " + scheduler + ": " + thread.getName() + " has been in one task for "
                    + TimeUnit.NANOSECONDS.toMillis(taken) + " ms\n" + stuckWorker(thread));
        }
    }
}
