package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Metric.Better;
import java.util.List;

/** What is measured. A workload yields some of these. */
final class Metrics {
    static final Metric RATE = new Metric(
            "rate",
            "/s",
            Better.HIGHER,
            "Messages a second that entities of another process handled, from the first to the last.");
    static final Metric LOST = new Metric(
            "lost",
            "%",
            Better.LOWER,
            "How many of the messages never came, in percent. Of Ropewalk's each is counted and told.");
    static final Metric ASK_MEDIAN =
            new Metric("ask-p50", "us", Better.LOWER, "Half of the questions are answered in this time.");
    static final Metric ASK_TAIL =
            new Metric("ask-p99", "us", Better.LOWER, "99 % of the questions are answered in this time.");
    static final Metric PER_MESSAGE = new Metric(
            "per-message",
            "ns",
            Better.LOWER,
            "Time from the first tell until the last is handled, by the number of messages.");
    static final Metric JOIN = new Metric(
            "join",
            "ms",
            Better.LOWER,
            "From nothing but a started JVM until the node is a member and hosts entities; classes are loaded and"
                    + " compiled in it.");
    static final Metric PAUSE = new Metric(
            "pause-p99",
            "ms",
            Better.LOWER,
            "The longest time between two answers of an entity, asked every 20 ms, while a node joins and leaves: 99 %"
                    + " of the entities have a shorter one.");
    static final Metric LONGEST_PAUSE =
            new Metric("pause-max", "ms", Better.LOWER, "The longest such time of any entity.");
    static final Metric FAILOVER = new Metric(
            "failover",
            "ms",
            Better.LOWER,
            "From the kill of a node's process until each of its entities has answered from another node.");

    private static final double NANOS_PER_MILLI = 1e6;

    private Metrics() {}

    static List<Metric> all() {
        return List.of(RATE, LOST, ASK_MEDIAN, ASK_TAIL, PER_MESSAGE, JOIN, PAUSE, LONGEST_PAUSE, FAILOVER);
    }

    static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }
}
