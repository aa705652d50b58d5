package dev.ropewalk.task.run;

import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.budget.ResourceDemand;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.queue.FifoTaskQueue;
import dev.ropewalk.task.queue.PriorityTaskQueue;
import dev.ropewalk.task.queue.TaskQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the builder of an executor has been told about admission.
 *
 * @param name the executor's name, for messages
 * @param limit how many tasks may be in flight, at the beginning if an algorithm moves the limit
 * @param algorithm moves the limit; null if it is fixed
 * @param isDrop which exceptions are signs of overload
 * @param budget what each task takes its demand from besides the limit, if any
 * @param demand what each task takes from the budget
 * @param ageingNanos how much waiting a step of priority is worth; 0 if there are no priorities
 * @param capacity how many tasks may wait
 * @param overflow what is done with one more
 */
public record AdmissionSettings(
        String name,
        int limit,
        @Nullable LimitAlgorithm algorithm,
        Predicate<? super Throwable> isDrop,
        @Nullable ResourceBudget budget,
        @Nullable ResourceDemand demand,
        long ageingNanos,
        int capacity,
        OverflowPolicy overflow) {
    /** Returns the settings of an executor with a fixed limit, and the defaults otherwise. */
    public static AdmissionSettings ofLimit(int limit) {
        return new AdmissionSettings(
                "bounded", limit, null, thrown -> true, null, null, 0, Integer.MAX_VALUE, OverflowPolicy.REJECT);
    }

    /** Makes the queue in which tasks wait. */
    TaskQueue newQueue(long now) {
        return ageingNanos > 0 ? new PriorityTaskQueue(ageingNanos, now) : new FifoTaskQueue();
    }
}
