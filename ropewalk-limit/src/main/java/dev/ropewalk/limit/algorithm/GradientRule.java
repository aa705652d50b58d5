package dev.ropewalk.limit.algorithm;

/**
 * Follows the ratio of a normal round trip to the present one, and adds room for a queue. What is normal follows a long average,
 * and is bounded by the round trip without a queue; without that bound the average would learn the queue.
 */
public final class GradientRule implements LatencyRule {
    private static final double MIN_GRADIENT = 0.5;

    /** Averages away most of the noise of a window: cut off at 1, the gradient would have a bias downwards from noise. */
    private static final double SHORT_FACTOR = 1.0 / 3;

    /** A long average that is so far above the present shows that an overload has passed, and is forgotten faster. */
    private static final double AFTER_OVERLOAD = 2;

    private static final double FORGETTING = 0.95;

    private final double tolerance;
    private final double headroom;
    private final double queue;
    private final double smoothing;
    private final double longFactor;
    private double longRoundTrip;
    private double shortRoundTrip;

    public GradientRule(double tolerance, double headroom, double queue, double smoothing, int longWindows) {
        this.tolerance = tolerance;
        this.headroom = headroom;
        this.queue = queue;
        this.smoothing = smoothing;
        longFactor = 2.0 / (longWindows + 1);
    }

    @Override
    public double next(double limit, double roundTrip, double noLoad) {
        longRoundTrip = average(longRoundTrip, roundTrip, longFactor);
        shortRoundTrip = average(shortRoundTrip, roundTrip, SHORT_FACTOR);
        if (longRoundTrip > AFTER_OVERLOAD * roundTrip) {
            longRoundTrip *= FORGETTING;
        }
        double normal = Math.min(tolerance * longRoundTrip, headroom * noLoad);
        return smoothed(limit, Math.clamp(normal / shortRoundTrip, MIN_GRADIENT, 1));
    }

    private static double average(double before, double value, double factor) {
        return before == 0 ? value : before + factor * (value - before);
    }

    @Override
    public double afterDrop(double limit) {
        return smoothed(limit, MIN_GRADIENT);
    }

    private double smoothed(double limit, double gradient) {
        double target = gradient * limit + queue * Math.sqrt(limit);
        return limit + smoothing * (target - limit);
    }
}
