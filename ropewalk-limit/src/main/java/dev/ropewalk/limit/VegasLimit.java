package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LatencyLimit;

/**
 * A limit that keeps a small queue at the service: it estimates how many requests wait there, from how much longer round trips are
 * than without a queue, and goes up while these are too few and down while they are too many.
 *
 * <ul>
 *   <li><i>Estimate</i>: limit &times; (1 &minus; round trip without a queue / mean round trip of a window).
 *   <li><i>Thresholds</i>: alpha and beta times the square root of the limit. Below alpha the limit goes up, above beta it goes down,
 *       each by the decimal logarithm of the limit, at least by 1, once a window and only if the limit is reached.
 *   <li><i>Slow start</i>: the limit doubles every other window, until round trips are half as long again.
 *   <li><i>Drops</i>: a quarter of the limit is taken away, at most once for all requests that were in flight together.
 * </ul>
 *
 * <p>The round trip without a queue is measured where no more than half the limit is in flight, and the limit is halved for
 * that now and then, for three windows in about 75. Other clients of the same service aren't held back by it: if they fill its
 * queue, the queue counts as normal.
 *
 * <p>In front of a service with as many as 20 servers or more the limit settles within a fifth above their number, on average over
 * some hundreds of round trips. In front of fewer it strays further: with 10, up to twice their number for some hundred round trips.
 *
 * <p>Sources: L. Brakmo and L. Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", 1995; steps and
 * jittered probes as in Netflix's concurrency-limits. What differs: round trips are compared as means of windows, since the fastest
 * request says little if requests differ; a probe lowers the limit, since one under load would take the queue for normal; and
 * thresholds are square roots rather than constants or logarithms, since so grows the error of the estimate.
 */
public final class VegasLimit implements LimitAlgorithm {
    private final LatencyLimit control;

    VegasLimit(LatencyLimit control) {
        this.control = control;
    }

    /** Returns a builder with the defaults. */
    public static VegasLimitBuilder builder() {
        return new VegasLimitBuilder();
    }

    @Override
    public int initialLimit() {
        return control.initialLimit();
    }

    @Override
    public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
        return control.update(now, roundTripNanos, inFlight, dropped);
    }

    @Override
    public String toString() {
        return "VegasLimit[" + control.limit() + "]";
    }
}
