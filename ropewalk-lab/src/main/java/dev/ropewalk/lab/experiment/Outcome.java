package dev.ropewalk.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one iteration came to.
 *
 * @param answer what the workload computed; the driver compares it with what it must be
 * @param values the measured numbers by name of the metric; a metric that couldn't be measured is left out
 * @param missed why a metric is left out, in words fit for a report; empty if there is nothing to say
 */
public record Outcome(String answer, Map<String, Double> values, String missed) {
    public Outcome {
        values = Map.copyOf(values);
    }

    /** Makes an outcome that misses nothing. */
    public Outcome(String answer, Map<String, Double> values) {
        this(answer, values, "");
    }

    /** Returns a copy with one more number. */
    public Outcome with(Metric metric, double value) {
        var copy = new LinkedHashMap<>(values);
        copy.put(metric.name(), value);
        return new Outcome(answer, copy, missed);
    }
}
