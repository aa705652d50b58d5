package dev.ropewalk.lab.experiment;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/**
 * A contender made ready for one cell, in its own JVM: state allocated, pool started. Between iterations it must use no
 * CPU, since another contender is measured meanwhile: what polls or spins when idle is started and ended in each
 * iteration, outside the part that counts.
 */
public interface Trial extends AutoCloseable {
    /** Runs one iteration of a pass. */
    Outcome run(Pass pass) throws Exception;

    /** Returns what the scheduler of Ropewalk has counted that runs the contender; empty for rivals, and where nobody has asked. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    /** Ends all threads and drops all state. */
    @Override
    void close();
}
