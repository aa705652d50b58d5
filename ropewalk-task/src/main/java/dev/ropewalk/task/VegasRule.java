package dev.ropewalk.task;

/** Keeps the number of requests that queue between two thresholds, which grow with the logarithm of the limit. */
record VegasRule(double alpha, double beta) implements LatencyRule {
    private static final double AFTER_DROP = 0.75;

    @Override
    public double next(double limit, double roundTrip, double noLoad) {
        double scale = Math.sqrt(limit);
        double step = Math.max(1, Math.log10(limit));
        double queue = limit * (1 - noLoad / roundTrip);
        if (queue < alpha * scale) {
            return limit + step;
        }
        return queue > beta * scale ? limit - step : limit;
    }

    @Override
    public double afterDrop(double limit) {
        return limit * AFTER_DROP;
    }
}
