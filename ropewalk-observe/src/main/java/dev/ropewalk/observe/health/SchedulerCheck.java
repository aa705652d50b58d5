package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.scheduler.SchedulerStats;

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
                    longTasks + " tasks have held their worker for long" + looks.within(),
                    MOVE
                            + "; a recording with ropewalk.LongTask names them, of a stage ropewalk.LongBatch names it and its pipeline;"
                            + " the log's line of the stuck worker has its stack");
        }
        looks.checkQueue(
                part,
                "strands and tasks",
                before.queued(),
                after.queued(),
                "Give it more workers, or bound what comes in where it comes from");
    }

    private static void checkStarved(String part, SchedulerStats before, SchedulerStats after, Looks looks) {
        long events = after.starvationEvents() - before.starvationEvents();
        if (events > 0) {
            alarmStarved(part, events + " times all workers were stuck or blocked while work waited", after, looks);
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
