package dev.ropewalk.scheduler;

import dev.ropewalk.base.Nulls;
import java.util.List;

/**
 * What one worker has done.
 *
 * @param worker its number; the spare ones follow the others
 * @param tasks how many tasks it has run
 * @param runs how many times it has taken up a strand or a plain task
 * @param homeHits how many of these were strands at home here
 * @param stealsFrom how many strands and plain tasks were taken from which other worker, by its number: also those that a third one has taken from here
 *     before they were run. It ends with the last one that something was taken from
 * @param rehomed how many strands and virtual threads have made this worker their home, because it stole or woke them
 * @param rounds how many times it has turned from its newest work to its oldest, so that nothing waits too long
 * @param parks how many times it has gone to sleep
 * @param queued how many strands and tasks wait here; of those that came from elsewhere at most 1024 are counted
 * @param longestWaitNanos the longest that work has been seen waiting at the head of a queue here, in nanoseconds; sampled,
 *     so a shorter wait can go unseen
 */
public record WorkerStats(
        int worker,
        long tasks,
        long runs,
        long homeHits,
        List<Long> stealsFrom,
        long rehomed,
        long rounds,
        long parks,
        long queued,
        long longestWaitNanos) {
    public WorkerStats {
        stealsFrom = Nulls.copy(stealsFrom, "stealsFrom");
    }

    /** Returns how many strands and plain tasks were taken from another worker. */
    public long steals() {
        long sum = 0;
        for (long each : stealsFrom) {
            sum += each;
        }
        return sum;
    }

    /**
     * Returns how many strands and plain tasks were taken from a worker.
     *
     * @param victim the number of that worker
     */
    public long stealsFrom(int victim) {
        return victim < stealsFrom.size() ? stealsFrom.get(victim) : 0;
    }
}
