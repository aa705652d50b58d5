package dev.ropewalk.lab.result;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import java.util.List;

/**
 * What one contender reached in one cell in one metric.
 *
 * @param better {@code lower} or {@code higher}
 * @param samples one number an iteration, in the order of the rounds: sample k of all contenders is of the same round
 * @param low lower end of the median's 95 % interval
 * @param high upper end of the median's 95 % interval
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

    public Result {
        samples = List.copyOf(samples);
    }

    /** Returns the result of samples. */
    public static Result of(String contender, Params params, Metric metric, List<Double> samples) {
        Estimate estimate = Estimate.of(samples);
        String better = metric.better() == Metric.Better.LOWER ? LOWER : HIGHER;
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
