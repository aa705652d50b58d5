package dev.ropewalk.sim;

import java.util.List;

/**
 * What one strategy has done in a campaign. The campaign of a portfolio has several.
 *
 * @param strategy the strategy, as {@link Strategy#parse} reads it
 * @param runs how many runs it has made
 * @param steps how many steps they took together
 * @param schedules in how many of them a schedule was taken that no run before had taken; counting ends as in {@link
 *     CampaignReport#schedules}
 * @param found the names of {@link Simulation#sometimes} and {@link Simulation#reachable} that held in one of its runs first
 * @param failed whether the run that has failed was its own
 */
public record StrategyCoverage(
        String strategy, long runs, long steps, long schedules, List<String> found, boolean failed) {
    /** Makes one. */
    public StrategyCoverage {
        found = List.copyOf(found);
    }
}
