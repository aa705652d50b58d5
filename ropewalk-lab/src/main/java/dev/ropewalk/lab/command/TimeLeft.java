package dev.ropewalk.lab.command;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Guesses how long a run goes on: as fast as so far, but not beyond its limit. */
final class TimeLeft {
    private final int cells;
    private final long limitNanos;
    private final LongSupplier nanoClock;
    private final long startNanos;

    TimeLeft(int cells, Duration limit, LongSupplier nanoClock) {
        this.cells = cells;
        limitNanos = limit.toNanos();
        this.nanoClock = nanoClock;
        startNanos = nanoClock.getAsLong();
    }

    /** Returns the guess after a number of cells, fractions included. */
    Duration after(double done) {
        double passed = nanoClock.getAsLong() - startNanos;
        double left = Math.max(0, limitNanos - passed);
        if (done > 0) {
            double atThisPace = passed / done * (cells - done);
            // Past its limit a run only ends what it has begun, at the pace that it has.
            left = left > 0 ? Math.min(left, atThisPace) : atThisPace;
        }
        return Duration.ofNanos((long) left);
    }
}
