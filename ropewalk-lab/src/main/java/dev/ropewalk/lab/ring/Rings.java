package dev.ropewalk.lab.ring;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** The nodes of all rings on one runtime, linked and waiting. */
interface Rings extends AutoCloseable {
    /** Gets ready for an iteration. */
    default void resume() throws InterruptedException {}

    /** Hands a token to the first node of a ring, from a thread outside. */
    void start(int ring, Token token);

    /** Ends, after an iteration, what would use CPU while others are measured. */
    default void rest() {}

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    @Override
    void close();

    /** Makes the nodes. */
    @FunctionalInterface
    interface Opener {
        Rings open(Workload workload) throws InterruptedException;
    }
}
