package dev.ropewalk.lab.experiment;

import java.util.List;

/**
 * A kind of iteration. Metrics whose measuring would distort others are taken in a pass of their own.
 *
 * @param name tells a trial what to do
 * @param share of a cell's time, relative to the other passes
 * @param metrics what an iteration of this pass yields, the main one first
 */
public record Pass(String name, int share, List<Metric> metrics) {
    public Pass {
        if (share < 1) {
            throw new IllegalArgumentException("share must be at least 1, but is " + share);
        }
        metrics = List.copyOf(metrics);
    }
}
