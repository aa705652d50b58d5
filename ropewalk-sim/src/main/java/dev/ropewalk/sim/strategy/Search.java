package dev.ropewalk.sim.strategy;

import org.jspecify.annotations.Nullable;

/** The runs of one campaign, as a strategy chooses them. Thread-safe. */
public interface Search {
    /**
     * Begins a run. To be called in the order of the runs' numbers, when as many have ended as are {@linkplain #needed needed}.
     *
     * @param campaignSeed the campaign's seed
     * @param run the run's number, from 0
     * @return the run; null if all schedules have been begun that are known so far, which the end of a run may change
     */
    @Nullable
    Attempt next(long campaignSeed, long run);

    /**
     * Returns how many runs, those of the lowest numbers, must have ended before a run may begin. It follows from the run's number
     * alone, so that a campaign learns the same whatever the number of its threads and their speed.
     *
     * @param run the run's number, from 0
     */
    default long needed(long run) {
        return run;
    }

    /** Returns whether each run needs all runs before it, so that none can be made side by side. */
    default boolean isSequential() {
        return needed(Long.MAX_VALUE) == Long.MAX_VALUE;
    }

    /**
     * Returns whether all schedules have been tried. Only an exhaustive strategy ever knows that. It stays false, though there is
     * no next run, if branches were left out: some runs were too long, or drew numbers of too many options.
     */
    default boolean isDone() {
        return false;
    }
}
