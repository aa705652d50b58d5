package dev.ropewalk.cpu.clock;

/**
 * A straight piece of the line that leads from a counter's ticks to the system's nanoseconds. It holds for a span of
 * ticks; a thread that reads the counter beyond it makes the next piece, from a sample of both clocks.
 *
 * <pre>
 *   nanos
 *     |                          . system clock
 *     |                   _____/
 *     |            ___.--'   next piece: starts where this one ends or later, and meets the system clock at its end
 *     |      __.--'
 *     |  .--'  this piece
 *     +-------------------------- ticks
 *        |------ span -----|
 * </pre>
 *
 * <p>No value of a piece is above {@link #limit}, and no later piece starts below it. So the clock runs backwards nowhere
 * that the counter doesn't, however the pieces change hands between threads.
 *
 * <p>The first spans are short and double up to the longest, since a rate is known the better the longer the time over which it
 * was measured. A rate counts once two measurements in a row agree; until then the former one stays and spans are the
 * shortest. That leaves out the gap of a suspended machine, and takes over the other rate of a virtual machine's new host.
 *
 * @param ticks where it starts
 * @param systemNanos what the system clock said there
 * @param nanos its value there
 * @param span for how many ticks it holds; 0 when the counter is abandoned
 * @param multiplier by how many nanoseconds a tick counts, scaled by 2<sup>30</sup>
 * @param rate how many nanoseconds a tick takes
 * @param measured the last measurement of that, trusted or not
 * @param strikes how many measurements in a row didn't agree with the one before
 */
record CounterCalibration(
        long ticks,
        long systemNanos,
        long nanos,
        long span,
        long multiplier,
        double rate,
        double measured,
        int strikes) {
    static final long SHORTEST_SPAN_NANOS = 1_000_000;
    static final long LONGEST_SPAN_NANOS = 128_000_000;

    /** How far off the clock gets in the longest span while the kernel corrects its own rate, by 500 millionths at most. */
    static final long MAX_ERROR_NANOS = LONGEST_SPAN_NANOS / 2000;

    /** How many measurements in a row may disagree before the counter is abandoned. */
    static final int MAX_STRIKES = 16;

    // With rates up to 2, slopes up to twice that, and spans of 128 ms, a product stays below 2^62.
    private static final int SCALE_BITS = 30;

    /** Twice what a kernel corrects the rate of its own clock by. */
    private static final double TOLERANCE = 1e-3;

    // From 0.5 to 10 GHz: every x86-64 so far.
    private static final double MIN_RATE = 0.1;
    private static final double MAX_RATE = 2;

    /**
     * Returns the first piece, from two samples.
     *
     * @throws UnsupportedOperationException if the rate can't be that of a CPU
     */
    static CounterCalibration of(CounterSample first, CounterSample second) {
        double rate = second.nanosPerTickSince(first.ticks(), first.systemNanos());
        if (!isPlausible(rate)) {
            throw new UnsupportedOperationException("the time stamp counter takes " + rate + " ns a tick");
        }
        return piece(second, second.systemNanos(), SHORTEST_SPAN_NANOS, rate, rate, 0);
    }

    private static CounterCalibration piece(
            CounterSample sample, long start, long spanNanos, double rate, double measured, int strikes) {
        // Half and double speed are for jumps. What is corrected otherwise are millionths.
        double slope = rate * Math.clamp((double) (sample.systemNanos() + spanNanos - start) / spanNanos, 0.5, 2);
        return new CounterCalibration(
                sample.ticks(),
                sample.systemNanos(),
                start,
                strikes < MAX_STRIKES ? (long) (spanNanos / rate) : 0,
                (long) (slope * (1L << SCALE_BITS)),
                rate,
                measured,
                strikes);
    }

    /** Returns whether the piece holds so many ticks after its start; fewer than none are beyond it too. */
    boolean holds(long elapsedTicks) {
        return Long.compareUnsigned(elapsedTicks, span) < 0;
    }

    /** Returns the value so many ticks after the start, a number that the piece holds for. */
    long nanosAfter(long elapsedTicks) {
        return nanos + ((elapsedTicks * multiplier) >>> SCALE_BITS);
    }

    /** Returns what no value of this piece exceeds. */
    long limit() {
        return nanosAfter(span);
    }

    /** Returns whether the counter proved to have no constant rate. */
    boolean isAbandoned() {
        return strikes >= MAX_STRIKES;
    }

    /** Returns the piece after this one. */
    CounterCalibration next(CounterSample sample) {
        double newest = sample.nanosPerTickSince(ticks, systemNanos);
        boolean agreed = isPlausible(newest) && Math.abs(newest - measured) <= newest * TOLERANCE;
        long spanNanos = agreed
                ? Math.clamp(2 * (long) (span * rate), SHORTEST_SPAN_NANOS, LONGEST_SPAN_NANOS)
                : SHORTEST_SPAN_NANOS;
        return piece(
                sample,
                Math.max(limit(), continued(sample)),
                spanNanos,
                agreed ? newest : rate,
                newest,
                agreed ? 0 : strikes + 1);
    }

    /** Returns where this piece leads to; or the system's time, after a pause or if that is too far off to be made up. */
    private long continued(CounterSample sample) {
        long elapsed = sample.ticks() - ticks;
        if (elapsed < 0 || elapsed > 2 * span) {
            return sample.systemNanos();
        }
        long predicted = nanosAfter(elapsed);
        return Math.abs(sample.systemNanos() - predicted) <= MAX_ERROR_NANOS ? predicted : sample.systemNanos();
    }

    private static boolean isPlausible(double rate) {
        return rate >= MIN_RATE && rate <= MAX_RATE;
    }
}
