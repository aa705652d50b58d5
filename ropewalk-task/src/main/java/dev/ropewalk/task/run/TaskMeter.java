package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets the limit of an executor follow how long its tasks run. */
public final class TaskMeter {
    private final AdaptiveLimit limit;
    private final Predicate<? super Throwable> isDrop;

    TaskMeter(
            LimitAlgorithm algorithm,
            int initial,
            Predicate<? super Throwable> isDrop,
            IntConsumer setLimit,
            Runnable startWaiting) {
        this.limit = new AdaptiveLimit(algorithm, initial, setLimit, startWaiting);
        this.isDrop = isDrop;
    }

    /**
     * Learns from a task that has ended: a failure that is no drop says nothing about the load. What the user's code throws here
     * goes to the thread's handler.
     */
    void learn(TaskRunner runner, long began, @Nullable Throwable thrown) {
        try {
            boolean dropped = thrown != null && isDrop.test(thrown);
            if (thrown == null || dropped) {
                long now = runner.admission.threads().clock();
                limit.learn(now, now - began, runner.inFlight, dropped);
            }
        } catch (Throwable wrong) {
            Failures.uncaught(wrong);
        }
    }

    @Override
    public String toString() {
        return limit.toString();
    }
}
