package dev.ropewalk.lab.result;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import java.util.List;

/**
 * What one contender reached in one cell in one metric.
 *
 * @param better {@code lower}, {@code higher}, or {@code neither} for what is the same for all contenders
 * @param samples one number an iteration, in the order of the rounds: sample k of all contenders is of the same round
 * @param low lower end of the median's 95 % interval, or of the samples' range if {@link #hasInterval} says so
 * @param high upper end of the same
 */
public record Result(
        String contender,
        Params params,
        String metric,
        String unit,
        String better,
        List<Double> samples,
        double median,
        double low,
        double high) {
    /** The word in result files for a metric of which less is better. */
    public static final String LOWER = "lower";

    /** The word in result files for a metric of which more is better. */
    public static final String HIGHER = "higher";

    /** The word in result files for a metric that is the same for all contenders. */
    public static final String NEITHER = "neither";

    /** With fewer samples even the range from the least to the greatest isn't a 95 % interval. */
    private static final int MIN_FOR_INTERVAL = 6;

    public Result {
        samples = List.copyOf(samples);
    }

    /** Returns whether {@link #low} and {@link #high} are a 95 % interval: else they are the least and the greatest sample. */
    public boolean hasInterval() {
        return samples.size() >= MIN_FOR_INTERVAL;
    }

    /** Returns the result of samples. */
    public static Result of(String contender, Params params, Metric metric, List<Double> samples) {
        Estimate estimate = Estimate.of(samples);
        String better = switch (metric.better()) {
            case LOWER -> LOWER;
            case HIGHER -> HIGHER;
            case NEITHER -> NEITHER;
        };
        return new Result(
                contender,
                params,
                metric.name(),
                metric.unit(),
                better,
                samples,
                estimate.median(),
                estimate.low(),
                estimate.high());
    }
}
