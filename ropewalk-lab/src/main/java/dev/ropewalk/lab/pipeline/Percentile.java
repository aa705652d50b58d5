package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A point of a distribution of latencies, as a metric in microseconds. */
record Percentile(Metric metric, double percent) {
    /** Those of events at a fixed rate. */
    static final List<Percentile> AT_RATE =
            List.of(atRate("50", 50), atRate("99", 99), atRate("99.9", 99.9), atRate("99.99", 99.99));
    /** Those of events to threads that are idle: there are too few of them to tell more. */
    static final List<Percentile> OF_WAKE_UPS = List.of(wake("50", 50), wake("99", 99));

    private static final double NANOS_PER_MICRO = 1000;

    private static Percentile atRate(String label, double percent) {
        return of(
                "latency-p" + label,
                percent,
                label + " % of the events take no longer from when they were to be published, at a fixed rate, until a"
                        + " last stage has handled them. What waits behind a stall counts with all of its delay.");
    }

    private static Percentile wake(String label, double percent) {
        return of(
                "wake-p" + label,
                percent,
                label + " % of the events take no longer from publication until they are handled, when one is published"
                        + " each 2 ms and all threads are idle in between.");
    }

    private static Percentile of(String name, double percent, String description) {
        return new Percentile(new Metric(name, "us", Metric.Better.LOWER, description), percent);
    }

    /** Returns an outcome with the values of some percentiles. */
    static Outcome add(Outcome outcome, List<Percentile> percentiles, Histogram nanos) {
        Outcome result = outcome;
        for (Percentile percentile : percentiles) {
            result = result.with(percentile.metric, nanos.getValueAtPercentile(percentile.percent) / NANOS_PER_MICRO);
        }
        return result;
    }
}
