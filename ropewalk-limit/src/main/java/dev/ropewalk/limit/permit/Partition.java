package dev.ropewalk.limit.permit;

import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.TimeDistribution;
import java.util.concurrent.atomic.LongAdder;

/**
 * A part of a limiter: its waiters, what it may always use, and its figures. All that isn't a counter belongs to the limiter's
 * lock.
 */
public final class Partition {
    /** Shares are sums and products of fractions, which are a little off. */
    public static final double ROUNDING = 1e-9;

    final String name;
    final WaitLine line;
    final LongAdder admitted = new LongAdder();
    public final LongAdder rejected = new LongAdder();
    public final LongAdder expired = new LongAdder();
    public final LongAdder cancelled = new LongAdder();
    final TimeHistogram waits = new TimeHistogram();

    /** How many were admitted under the limiter's lock, besides {@link #admitted}. */
    long admittedLocked;

    /** Counted if the limiter has partitions; else the {@link SlotWord} alone counts. */
    int inFlight;

    private final double share;
    private final int least;
    private int guaranteed;

    public Partition(String name, double share, int least, boolean newestFirst) {
        this.name = name;
        this.share = share;
        this.least = least;
        this.line = new WaitLine(newestFirst);
    }

    void limitIs(int limit) {
        guaranteed = Math.max(least, (int) (share * limit + ROUNDING));
    }

    int guaranteed() {
        return guaranteed;
    }

    boolean isBelowItsShare() {
        return inFlight < guaranteed;
    }

    /** Returns how many were admitted; under the lock. */
    long admitted() {
        return admitted.sum() + admittedLocked;
    }

    AdmissionStats stats(String fullName) {
        return new AdmissionStats(
                fullName,
                guaranteed,
                inFlight,
                line.size(),
                admitted(),
                rejected.sum(),
                expired.sum(),
                cancelled.sum(),
                TimeDistribution.of(waits));
    }
}
