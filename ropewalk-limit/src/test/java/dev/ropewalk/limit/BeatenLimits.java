package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.GradientRule;
import dev.ropewalk.limit.algorithm.LatencyLimit;
import dev.ropewalk.limit.algorithm.LatencyRule;
import dev.ropewalk.limit.algorithm.LimitBounds;
import java.util.random.RandomGenerator;

/** Variants that were beaten, kept for their figures. */
final class BeatenLimits {
    private BeatenLimits() {}

    /** Gradient2 without a bound: its normal is the long average alone. */
    static LimitAlgorithm unboundedGradient(RandomGenerator random) {
        return of(new GradientRule(1.5, Double.POSITIVE_INFINITY, 0.45, 0.4, 100), random);
    }

    /** The bound in place of the long average's own tolerance: half as much again as the round trip without a queue. */
    static LimitAlgorithm tolerantGradient(RandomGenerator random) {
        return of(new GradientRule(1.5, 1.5, 0.45, 0.4, 100), random);
    }

    /** Vegas with thresholds of 3 and 6 times the logarithm of the limit. */
    static LimitAlgorithm logarithmicVegas(RandomGenerator random) {
        return of(
                new LatencyRule() {
                    @Override
                    public double next(double limit, double roundTrip, double noLoad) {
                        double scale = Math.max(1, Math.log10(limit));
                        double queue = limit * (1 - noLoad / roundTrip);
                        return queue < 3 * scale ? limit + scale : queue > 6 * scale ? limit - scale : limit;
                    }

                    @Override
                    public double afterDrop(double limit) {
                        return limit * 0.75;
                    }
                },
                random);
    }

    /** Vegas that compares every round trip with the fastest one, and forgets that now and then while under load. */
    static LimitAlgorithm fastestTripVegas(RandomGenerator random) {
        return new LimitAlgorithm() {
            private double limit = 20;
            private long fastest = Long.MAX_VALUE;

            @Override
            public int initialLimit() {
                return (int) limit;
            }

            @Override
            public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
                if (random.nextDouble() < 1 / (30 * limit)) {
                    fastest = roundTripNanos;
                }
                fastest = Math.min(fastest, roundTripNanos);
                double scale = Math.max(1, Math.log10(limit));
                double queue = limit * (1 - (double) fastest / roundTripNanos);
                if (dropped || queue > 6 * scale) {
                    limit = LimitBounds.DEFAULT.clamp(limit - scale);
                } else if (queue < 3 * scale && inFlight * 2L >= (long) limit) {
                    limit = LimitBounds.DEFAULT.clamp(limit + scale);
                }
                return (int) limit;
            }
        };
    }

    private static LimitAlgorithm of(LatencyRule rule, RandomGenerator random) {
        var control = new LatencyLimit(LimitBounds.DEFAULT, rule, 200, 100, random);
        return new LimitAlgorithm() {
            @Override
            public int initialLimit() {
                return control.initialLimit();
            }

            @Override
            public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
                return control.update(now, roundTripNanos, inFlight, dropped);
            }
        };
    }
}
