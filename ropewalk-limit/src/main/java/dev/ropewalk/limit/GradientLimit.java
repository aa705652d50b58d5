package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LatencyLimit;

/**
 * A limit that follows the gradient of latency: the ratio of a normal round trip to the present one. It goes down as round trips
 * get longer than normal, and otherwise up by the square root of the limit, to let a queue form.
 *
 * <ul>
 *   <li><i>Normal</i>: the smaller of tolerance &times; the exponential average of many windows, and headroom &times; the round
 *       trip without a queue.
 *   <li><i>Gradient</i>: normal / average round trip of the last few windows, between 0.5 and 1.
 *   <li><i>Limit</i>: moves by the smoothing factor towards gradient &times; limit + queue &times; the square root of it,
 *       once a window and only if the limit is reached.
 *   <li><i>Slow start</i>: the limit doubles every other window, until round trips are half as long again.
 *   <li><i>Drops</i>: as a gradient of 0.5, at most once for all requests that were in flight together.
 * </ul>
 *
 * <p>The algorithm as published has the long average alone as its normal. Under mild overload that average follows
 * the queue it should reveal, and the limit creeps up for as long as the overload lasts. Here the round trip without a
 * queue bounds it: the long average answers to sudden changes, and the bound decides where the limit settles. It is measured where
 * no more than half the limit is in flight, and the limit is halved for that now and then, for three windows in about 75. Other
 * clients of the same service aren't held back by it: if they fill its queue, the queue counts as normal.
 *
 * <p>In front of a service with as many as 20 servers or more the limit settles within a fifth above their number, on average over
 * some hundreds of round trips. In front of fewer it strays further: with 10, up to twice their number for some hundred round trips.
 *
 * <p>Source: Gradient2 of Netflix's concurrency-limits, 2018, with the square root of "Performance Under Load", Netflix Technology
 * Blog, 2018. The bound is our own; Envoy's adaptive concurrency filter likewise lowers its limit to measure.
 */
public final class GradientLimit implements LimitAlgorithm {
    private final LatencyLimit control;

    GradientLimit(LatencyLimit control) {
        this.control = control;
    }

    /** Returns a builder with the defaults. */
    public static GradientLimitBuilder builder() {
        return new GradientLimitBuilder();
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
        return "GradientLimit[" + control.limit() + "]";
    }
}
