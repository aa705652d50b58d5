package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.BackOff;
import dev.ropewalk.limit.algorithm.LimitBounds;

/**
 * A limit that goes up by one a round trip, and down by a factor on a sign of overload: additive increase, multiplicative
 * decrease. Such a sign is a request that was dropped, or that took longer than the timeout.
 *
 * <ul>
 *   <li><i>Slow start</i>: until the first sign of overload each success adds one, so that the limit doubles in a round trip.
 *   <li><i>Increase</i>: each success adds the reciprocal of the limit, if at least half the limit was in flight.
 *   <li><i>Decrease</i>: the limit is multiplied by the back-off ratio, at most once for all requests that were in flight together.
 * </ul>
 *
 * <p>The limit swings between the point where overload shows and that point times the back-off ratio. So it is as good as the signs
 * are: without a timeout, a service that queues everything and drops nothing is not protected. A timeout is compared with single
 * round trips, so it should be above what an unloaded service takes at its slowest.
 *
 * <p>Sources: D.-M. Chiu and R. Jain, "Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in Computer
 * Networks", 1989; V. Jacobson, "Congestion Avoidance and Control", 1988; ratio and timeout as in Netflix's concurrency-limits.
 * Unlike there, the increase is one a round trip as in TCP, not one a success, and a burst of drops counts once.
 */
public final class AimdLimit implements LimitAlgorithm {
    private final LimitBounds bounds;
    private final double backOffRatio;
    private final long timeoutNanos;
    private final BackOff backOff = new BackOff();
    private double limit;
    private boolean slowStart = true;

    AimdLimit(LimitBounds bounds, double backOffRatio, long timeoutNanos) {
        this.bounds = bounds;
        this.backOffRatio = backOffRatio;
        this.timeoutNanos = timeoutNanos;
        limit = bounds.initial();
    }

    /** Returns a builder with the defaults. */
    public static AimdLimitBuilder builder() {
        return new AimdLimitBuilder();
    }

    @Override
    public int initialLimit() {
        return bounds.initial();
    }

    @Override
    public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
        if (dropped || roundTripNanos > timeoutNanos) {
            if (backOff.beginIfDue(now, roundTripNanos)) {
                slowStart = false;
                limit = bounds.clamp(limit * backOffRatio);
            }
        } else if (inFlight * 2L >= (long) limit) {
            limit = bounds.clamp(limit + (slowStart ? 1 : 1 / limit));
        }
        return (int) limit;
    }

    @Override
    public String toString() {
        return "AimdLimit[" + (int) limit + "]";
    }
}
