package dev.ropewalk.lab.pi;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** A concurrency model at work: how jobs get to the computing threads or actors, and results into one total. */
interface Model extends AutoCloseable {
    /** Starts what would use the CPU while others are measured; called before each computation. */
    default void wake() {}

    /** Ends it again; called after each computation. */
    default void rest() {}

    /** Computes all slices, each as a job of its own, and returns their total. Idle between calls. */
    double sum() throws Exception;

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    @Override
    void close();

    /** Makes a model ready. */
    @FunctionalInterface
    interface Opener {
        Model open(Slices slices) throws Exception;
    }
}
