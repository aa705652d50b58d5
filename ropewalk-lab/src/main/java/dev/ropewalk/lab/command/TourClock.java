package dev.ropewalk.lab.command;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Deals the time of a tour out to its experiments: what one leaves over, the others get, and all together end in time. */
final class TourClock {
    /** The tour takes six minutes at most. What is left is for the calibration, the JVMs' ends and the reports. */
    static final Duration TOTAL = Duration.ofSeconds(310);

    private final LongSupplier nanoClock;
    private final long deadline;
    private int experiments;

    TourClock(int experiments, LongSupplier nanoClock) {
        this.experiments = experiments;
        this.nanoClock = nanoClock;
        deadline = nanoClock.getAsLong() + TOTAL.toNanos();
    }

    /** Returns how long the next experiment may take. */
    Duration next() {
        long left = Math.max(0, deadline - nanoClock.getAsLong());
        return Duration.ofNanos(left / experiments--);
    }
}
