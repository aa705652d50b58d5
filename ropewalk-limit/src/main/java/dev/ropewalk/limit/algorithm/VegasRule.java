package dev.ropewalk.limit.algorithm;

/**
 * Keeps the number of requests that queue between two thresholds. They grow with the square root of the limit, as does the error of
 * an estimate from as many requests as the limit: thresholds below that error would make the limit walk at random.
 */
public record VegasRule(double alpha, double beta) implements LatencyRule {
    private static final double AFTER_DROP = 0.75;

    @Override
    public double next(double limit, double roundTrip, double noLoad) {
        double root = Math.sqrt(limit);
        double step = Math.max(1, Math.log10(limit));
        double queue = limit * (1 - noLoad / roundTrip);
        if (queue < alpha * root) {
            return limit + step;
        }
        return queue > beta * root ? limit - step : limit;
    }

    @Override
    public double afterDrop(double limit) {
        return limit * AFTER_DROP;
    }
}
