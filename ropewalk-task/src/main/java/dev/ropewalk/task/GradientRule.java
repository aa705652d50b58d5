package dev.ropewalk.task;

/** Follows the ratio of a normal round trip to that of the window, and adds room for a queue. */
final class GradientRule implements LatencyRule {
    private static final double STEEPEST = 0.5;
    private static final double SHORT_FACTOR = 1.0 / 3;

    private final double tolerance;
    private final double headroom;
    private final double queue;
    private final double smoothing;
    private final double longFactor;
    private double longRoundTrip;
    private double shortRoundTrip;

    GradientRule(double tolerance, double headroom, double queue, double smoothing, int longWindows) {
        this.tolerance = tolerance;
        this.headroom = headroom;
        this.queue = queue;
        this.smoothing = smoothing;
        longFactor = 2.0 / (longWindows + 1);
    }

    @Override
    public double next(double limit, double roundTrip, double noLoad) {
        longRoundTrip = longRoundTrip == 0 ? roundTrip : longRoundTrip + longFactor * (roundTrip - longRoundTrip);
        if (longRoundTrip > 2 * roundTrip) {
            longRoundTrip *= 0.95;
        }
        double normal = Math.min(tolerance * longRoundTrip, headroom * noLoad);
        shortRoundTrip = shortRoundTrip == 0 ? roundTrip : shortRoundTrip + SHORT_FACTOR * (roundTrip - shortRoundTrip);
        return smoothed(limit, Math.clamp(normal / shortRoundTrip, STEEPEST, 1));
    }

    @Override
    public double afterDrop(double limit) {
        return smoothed(limit, STEEPEST);
    }

    private double smoothed(double limit, double gradient) {
        double target = gradient * limit + queue * Math.sqrt(limit);
        return limit + smoothing * (target - limit);
    }
}
