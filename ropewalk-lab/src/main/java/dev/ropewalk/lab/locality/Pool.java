package dev.ropewalk.lab.locality;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;
import java.util.concurrent.Executor;

/** What runs the actors of a contender. */
interface Pool extends AutoCloseable {
    /** Gets ready for an iteration. */
    default void resume() {}

    /** Returns where an actor submits its messages in this iteration. */
    Executor executorOf(int actor);

    /** Ends, after an iteration, what would use CPU while others are measured. */
    default void rest() {}

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    @Override
    void close();
}
