package dev.ropewalk.micrometer;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import dev.ropewalk.task.BoundedExecutor;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Objects;

/**
 * The meters of a {@link BoundedExecutor}: {@code executor.*}, by the names that Micrometer gives those of the JDK's executors, and
 * {@code ropewalk.executor.*} for what those don't have. A task in flight has a thread. It doesn't keep the executor alive.
 */
public final class BoundedExecutorMetrics extends PartMetrics<BoundedExecutor> {
    private static final Kind<BoundedExecutor, AdmissionStats> KIND = Kind.of(
            "executor",
            BoundedExecutor::live,
            BoundedExecutor::stats,
            Meters.<AdmissionStats>of("executor.")
                    .level(
                            "active",
                            BaseUnits.THREADS,
                            "The approximate number of threads that are actively executing tasks",
                            AdmissionStats::inFlight)
                    .level(
                            "pool.size",
                            BaseUnits.THREADS,
                            "The current number of threads in the pool",
                            AdmissionStats::inFlight)
                    .level(
                            "pool.max",
                            BaseUnits.THREADS,
                            "The maximum allowed number of threads in the pool",
                            AdmissionStats::limit)
                    .level(
                            "queued",
                            BaseUnits.TASKS,
                            "The approximate number of tasks that are queued for execution",
                            AdmissionStats::waiting)
                    .count(
                            "completed",
                            BaseUnits.TASKS,
                            "The approximate total number of tasks that have completed execution",
                            stats -> stats.admitted() - stats.inFlight())
                    .and(Admissions.turnedAway("ropewalk.executor.", BaseUnits.TASKS, stats -> stats)));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public BoundedExecutorMetrics(BoundedExecutor executor, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(executor, "executor"), name, tags);
    }

    static Kind<BoundedExecutor, AdmissionStats> kind() {
        return KIND;
    }
}
