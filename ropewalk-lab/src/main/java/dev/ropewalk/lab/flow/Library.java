package dev.ropewalk.lab.flow;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** A library of flows, with the threads that it needs. */
interface Library extends AutoCloseable {
    /** Builds a program for so many numbers, runs it, and returns the sum. */
    long run(Program program, int elements) throws Exception;

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    @Override
    void close();

    /** Makes a library ready. */
    @FunctionalInterface
    interface Opener {
        Library open(int workers);
    }
}
