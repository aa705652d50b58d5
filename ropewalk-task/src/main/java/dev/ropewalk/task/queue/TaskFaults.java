package dev.ropewalk.task.queue;

import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.SimulatedFault;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.Future;

/** Tasks that fail because a simulation has chosen so. */
public final class TaskFaults {
    private TaskFaults() {}

    /** Fails in place of a task, unless it is a future itself: that would never end, if this kept it from running. */
    public static void failIfStruck(Object task) {
        if (Steps.isStruck(FaultKind.TASK_FAILURE, task) && !isFuture(task)) {
            throw new SimulatedFault(FaultKind.TASK_FAILURE, task);
        }
    }

    private static boolean isFuture(Object task) {
        return TaskContexts.known(task) instanceof Future<?>;
    }
}
