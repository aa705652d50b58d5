package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.WorkerStats;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Workers that are stuck, and work that waits for them. */
final class SchedulerCheck implements PartCheck<SchedulerStats> {
    private static final String MOVE =
            "Move work that is long to a BoundedExecutor or a virtual thread, and wrap what blocks in Scheduler.blocking";

    @Override
    public void compare(String part, SchedulerStats before, SchedulerStats after, Looks looks) {
        checkStarved(part, before, after, looks);
        long longTasks = after.longTasks() - before.longTasks();
        if (longTasks > 0) {
            looks.warn(
                    Kind.STUCK_WORKER,
                    part,
                    Looks.inWords(longTasks, "task", "has held its", "have held their") + " worker for long"
                            + looks.within(),
                    MOVE
                            + "; a recording with ropewalk.LongTask names them, of a stage ropewalk.LongBatch names it and its pipeline;"
                            + " the log's line of the stuck worker has its stack");
        }
        checkStuck(part, before, after, looks);
        checkMoves(part, before, after, looks);
        looks.checkQueue(
                part,
                "strands and tasks",
                before.queued(),
                after.queued(),
                "Give it more workers, or bound what comes in where it comes from");
    }

    /** Tells of workers that have ended nothing although work waits at them, while others go on. Those in blocking() aren't meant. */
    private static void checkStuck(String part, SchedulerStats before, SchedulerStats after, Looks looks) {
        long ran = after.tasks() - before.tasks();
        if (!looks.tellsProgress() || ran <= 0) {
            return;
        }
        Map<Integer, WorkerStats> then =
                before.workers().stream().collect(Collectors.toMap(WorkerStats::worker, Function.identity()));
        List<WorkerStats> stuck = after.workers().stream()
                .filter(worker -> isStuck(then.get(worker.worker()), worker))
                .toList();
        if (stuck.size() > after.blockedWorkers()) {
            looks.warn(
                    Kind.STUCK_WORKER,
                    part,
                    stuck.stream()
                                    .map(worker -> "worker " + worker.worker() + " has ended no task, and "
                                            + worker.queued() + (worker.queued() == 1 ? " waits" : " wait") + " there")
                                    .collect(Collectors.joining("; "))
                            + looks.within() + "; all workers have run " + ran,
                    MOVE + "; a thread dump shows where it is");
        }
    }

    private static boolean isStuck(@Nullable WorkerStats then, WorkerStats now) {
        return then != null && then.tasks() == now.tasks() && then.queued() > 0 && now.queued() > 0;
    }

    /** Tells if strands and tasks don't stay with their workers. */
    private static void checkMoves(String part, SchedulerStats before, SchedulerStats after, Looks looks) {
        long runs = sum(after, WorkerStats::runs) - sum(before, WorkerStats::runs);
        long steals = after.steals() - before.steals();
        if (isMostOf(runs, steals, looks)) {
            looks.warn(
                    Kind.STEAL_STORM,
                    part,
                    looks.perSecond(steals) + " strands and tasks are stolen a second, of " + looks.perSecond(runs)
                            + " that run",
                    "The work is too small for so many workers: give the scheduler fewer, or do more in each task");
        }
        long moved = sum(after, WorkerStats::rehomed) - sum(before, WorkerStats::rehomed);
        if (isMostOf(runs, moved, looks)) {
            looks.warn(
                    Kind.AFFINITY_THRASH,
                    part,
                    looks.perSecond(moved) + " strands change their home a second, of " + looks.perSecond(runs)
                            + " that run",
                    "They lose what is in their worker's cache: give the scheduler fewer workers, or strands that work together a"
                            + " Placement");
        }
    }

    private static boolean isMostOf(long runs, long moves, Looks looks) {
        return looks.perSecond(moves) >= looks.options().moves() && 2 * moves >= runs;
    }

    private static long sum(SchedulerStats scheduler, ToLongFunction<WorkerStats> figure) {
        return scheduler.workers().stream().mapToLong(figure).sum();
    }

    private static void checkStarved(String part, SchedulerStats before, SchedulerStats after, Looks looks) {
        long events = after.starvationEvents() - before.starvationEvents();
        if (events > 0) {
            alarmStarved(
                    part,
                    Looks.inWords(events, "time") + " all workers were stuck or blocked while work waited",
                    after,
                    looks);
        } else if (looks.tellsProgress()
                && before.queued() > 0
                && after.queued() > 0
                && before.tasks() == after.tasks()) {
            alarmStarved(part, "no worker has run a task while work waited", after, looks);
        }
    }

    private static void alarmStarved(String part, String what, SchedulerStats now, Looks looks) {
        looks.alarm(
                Kind.STARVED,
                part,
                what + looks.within() + "; " + now.queued() + " strands and tasks wait, " + now.blockedWorkers()
                        + " of " + now.workers().size() + " workers are in blocking()",
                MOVE + "; a thread dump shows where the workers are");
    }
}
