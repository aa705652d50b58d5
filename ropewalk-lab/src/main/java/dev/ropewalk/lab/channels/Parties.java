package dev.ropewalk.lab.channels;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** All parties of a wiring on one runtime, spawned and waiting. */
interface Parties extends AutoCloseable {
    /** Begins a round, from a thread outside. */
    void start(Round round) throws InterruptedException;

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    @Override
    void close();

    /** Makes the parties. */
    @FunctionalInterface
    interface Opener {
        Parties open(Wiring wiring, int workers) throws Exception;
    }
}
