package dev.ropewalk.lab.result;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How even the machine was while an experiment ran, by its probes.
 *
 * @param spread by how much the slowest probe took longer than the fastest one: 0.1 for 10 %
 * @param share the least part of the cores' time that a probe got
 * @param load the load average before the first probe
 */
public record Calm(double spread, double share, double load) {
    private static final double MAX_SPREAD = 0.15;
    private static final double MIN_SHARE = 0.9;

    /**
     * Returns what probes show.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Calm of(List<Probe> probes) {
        if (probes.isEmpty()) {
            throw new IllegalArgumentException("no probes");
        }
        DoubleSummaryStatistics millis = probes.stream().collect(Collectors.summarizingDouble(Probe::millis));
        return new Calm(
                millis.getMax() / millis.getMin() - 1,
                probes.stream().mapToDouble(Probe::share).min().orElseThrow(),
                probes.getFirst().load());
    }

    /** Returns the worst of several, with the load of the first. */
    public static Calm worst(Collection<Calm> several) {
        return new Calm(
                several.stream().mapToDouble(Calm::spread).max().orElse(0),
                several.stream().mapToDouble(Calm::share).min().orElse(1),
                several.stream().mapToDouble(Calm::load).findFirst().orElse(-1));
    }

    /** Returns whether figures are to be taken with caution, since something else ran beside the contenders. */
    public boolean isDisturbed() {
        return spread > MAX_SPREAD || share < MIN_SHARE;
    }
}
