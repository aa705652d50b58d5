package dev.ropewalk.sim.model;

import java.util.List;

/**
 * What a run of a model program has done.
 *
 * @param order the parties in the order of their steps
 * @param trace the same for all runs that differ only in the order of independent steps
 * @param picks how often it chose between parties
 * @param switches how often another party went on than the last, though that could go on
 * @param failed whether a check has failed, or the parties have deadlocked
 * @param cutOff whether there were too many steps
 * @param givenUp whether the source gave it up
 */
public record ModelRun(
        List<Integer> order,
        String trace,
        int picks,
        int switches,
        boolean failed,
        boolean deadlocked,
        boolean cutOff,
        boolean givenUp) {}
