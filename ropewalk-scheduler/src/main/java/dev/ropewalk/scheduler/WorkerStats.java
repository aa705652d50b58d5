package dev.ropewalk.scheduler;

/**
 * What one worker has done.
 *
 * @param worker its number; the spare ones follow the others
 * @param tasks how many tasks it has run
 * @param runs how many times it has taken up a strand or a plain task
 * @param homeHits how many of these were strands at home here
 * @param steals how many of these were taken from another worker
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
        long steals,
        long rehomed,
        long rounds,
        long parks,
        long queued,
        long longestWaitNanos) {}
