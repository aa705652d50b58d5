package dev.ropewalk.cpu.clock;

/** A counter that grows at a constant rate, and the system clock beside it. */
abstract class Counter {
    private static final int READINGS = 5;

    /** Returns the counter. */
    abstract long ticks();

    /** Returns the system's time. */
    abstract long systemNanos();

    /** Reads both at once, as nearly as possible: of several readings the quickest was disturbed least. */
    final CounterSample sample() {
        CounterSample best = new CounterSample(ticks(), systemNanos());
        long shortest = -1;
        for (int i = 0; i < READINGS; i++) {
            long before = ticks();
            long nanos = systemNanos();
            long took = ticks() - before;
            // Unsigned: the counter jumped back within a reading that took less than nothing.
            if (Long.compareUnsigned(took, shortest) < 0) {
                shortest = took;
                best = new CounterSample(before + took / 2, nanos);
            }
        }
        return best;
    }

    /**
     * Measures the rate for as long as the shortest calibration holds.
     *
     * @throws UnsupportedOperationException if the rate can't be that of a CPU
     */
    final CounterCalibration calibrate() {
        CounterSample first = sample();
        CounterSample second = first;
        while (second.systemNanos() - first.systemNanos() < CounterCalibration.SHORTEST_SPAN_NANOS) {
            second = sample();
        }
        return CounterCalibration.of(first, second);
    }
}
