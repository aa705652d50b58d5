package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What is measured. A workload yields some of these. */
final class Metrics {
    static final Metric RTT_MEAN = new Metric(
            "rtt-mean",
            "ns",
            Metric.Better.LOWER,
            "Mean time of a round trip. The next message is sent when the one before has come back, so that no waiting is"
                    + " hidden, and none is corrected.");
    static final Metric OVER_100_US = new Metric(
            "over-100us",
            "/M",
            Metric.Better.LOWER,
            "How many of a million round trips took more than 100 microseconds: the scheduler, interrupts, other machines.");
    static final Metric THROUGHPUT = new Metric(
            "throughput",
            "M/s",
            Metric.Better.HIGHER,
            "Million messages a second, written by one thread and read by another at the same time.");
    static final Metric DURABLE = new Metric(
            "durable",
            "/s",
            Metric.Better.HIGHER,
            "Entries a second, of all writers together, each of which goes on when its entry is durable.");
    static final Metric RECOVERY = new Metric(
            "recovery",
            "ms/GB",
            Metric.Better.LOWER,
            "Time to open a log whose last writer was killed, up to the first further entry, divided by its size in GB. The"
                    + " kernel has the log in memory.");

    private static final List<Percentile> PERCENTILES = List.of(
            Percentile.of("50", 50),
            Percentile.of("99", 99),
            Percentile.of("99.9", 99.9),
            Percentile.of("99.99", 99.99));

    /** What a round trip takes typically. */
    static final Metric RTT_MEDIAN = PERCENTILES.get(0).metric;
    /** What the slowest of a thousand round trips takes. */
    static final Metric RTT_TAIL = PERCENTILES.get(2).metric;

    private static final long NANOS_PER_100_MICROS = 100_000;
    private static final double MILLION = 1e6;

    private Metrics() {}

    /** Returns all metrics. */
    static List<Metric> all() {
        return List.of(
                RTT_MEAN,
                PERCENTILES.get(0).metric,
                PERCENTILES.get(1).metric,
                PERCENTILES.get(2).metric,
                PERCENTILES.get(3).metric,
                OVER_100_US,
                THROUGHPUT,
                DURABLE,
                RECOVERY);
    }

    /** Returns what round trips came to. */
    static Outcome roundTrips(String answer, Histogram nanos) {
        var values = new HashMap<String, Double>();
        values.put(RTT_MEAN.name(), nanos.getMean());
        for (Percentile percentile : PERCENTILES) {
            values.put(percentile.metric.name(), (double) nanos.getValueAtPercentile(percentile.percent));
        }
        long slow = nanos.getCountBetweenValues(NANOS_PER_100_MICROS, nanos.getMaxValue());
        values.put(OVER_100_US.name(), slow * MILLION / nanos.getTotalCount());
        return new Outcome(answer, values);
    }

    /** Returns an outcome with one number. */
    static Outcome one(String answer, Metric metric, double value) {
        return new Outcome(answer, Map.of(metric.name(), value));
    }

    private record Percentile(Metric metric, double percent) {
        static Percentile of(String label, double percent) {
            return new Percentile(
                    new Metric(
                            "rtt-p" + label,
                            "ns",
                            Metric.Better.LOWER,
                            label + " % of the round trips take no longer than this."),
                    percent);
        }
    }
}
