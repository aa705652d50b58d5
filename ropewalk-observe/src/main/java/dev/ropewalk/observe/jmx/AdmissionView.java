package dev.ropewalk.observe.jmx;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.TimeDistribution;

/** What a limiter or executor has admitted, with the figures of its waits. */
record AdmissionView(
        long limit,
        long inFlight,
        long waiting,
        long admitted,
        long rejected,
        long expired,
        long cancelled,
        long waits,
        long meanWaitNanos,
        long p99WaitNanos,
        long maxWaitNanos) {
    private static final double PERCENT = 99;

    static AdmissionView of(AdmissionStats stats) {
        TimeDistribution waits = stats.waits();
        return new AdmissionView(
                stats.limit(),
                stats.inFlight(),
                stats.waiting(),
                stats.admitted(),
                stats.rejected(),
                stats.expired(),
                stats.cancelled(),
                waits.count(),
                waits.mean().toNanos(),
                waits.percentile(PERCENT).toNanos(),
                waits.max().toNanos());
    }
}
