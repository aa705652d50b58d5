package dev.ropewalk.cpu.clock;

/**
 * A counter and the system clock, read at the same moment.
 *
 * @param ticks what the counter said
 * @param systemNanos what the system clock said
 */
record CounterSample(long ticks, long systemNanos) {
    /** Returns how many nanoseconds a tick took since an earlier sample; nonsense if the counter jumped. */
    double nanosPerTickSince(long earlierTicks, long earlierNanos) {
        return (double) (systemNanos - earlierNanos) / (ticks - earlierTicks);
    }
}
