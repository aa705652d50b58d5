package dev.ropewalk.sim;

import java.time.Duration;
import java.util.List;

/**
 * What a campaign has done, be it that a run has failed or not. If one has, that run is the last that counts.
 *
 * <p>Two campaigns with the same options make the same runs, whatever the number of their threads, as long as runs share nothing in
 * the JVM. A run that waits for another's lock, such as that of a log's handler, takes a step more; then steps and schedules
 * may differ by it.
 *
 * @param name the name of the simulation
 * @param runs how many runs there were
 * @param steps how many steps they took together
 * @param time how long that took, in real time, without shrinking
 * @param schedules how many different schedules there were among them; counting ends at 200 000
 * @param coverage the named properties that were looked at, by name
 * @param missing what must hold or, as a fault at a place, happen in some run and did so in none, a text each
 * @param strategies what each strategy has done, in the order of their first runs
 * @param parallelism how many runs were made side by side at most
 * @param disturbed how many runs took other steps beside other runs than they took alone, because runs share something: a static
 *     field or a lock. What they did alone counts. Only runs that fail are repeated alone, so that others may have been disturbed,
 *     too. This number may differ from campaign to campaign.
 * @param end why there were no more runs
 */
public record CampaignReport(
        String name,
        long runs,
        long steps,
        Duration time,
        long schedules,
        List<PropertyCoverage> coverage,
        List<String> missing,
        List<StrategyCoverage> strategies,
        int parallelism,
        long disturbed,
        CampaignEnd end) {
    /** Makes a report. */
    public CampaignReport {
        coverage = List.copyOf(coverage);
        missing = List.copyOf(missing);
        strategies = List.copyOf(strategies);
    }

    /** Returns the report of a campaign that has done nothing, because a run was repeated instead. */
    static CampaignReport ofNone(String name) {
        return new CampaignReport(
                name, 0, 0, Duration.ZERO, 0, List.of(), List.of(), List.of(), 1, 0, CampaignEnd.REPLAYED);
    }

    /** Returns how many steps were taken in a second, by all threads together. */
    public double stepsPerSecond() {
        return steps * 1e9 / Math.max(1, time.toNanos());
    }

    /** Returns whether an exhaustive strategy has tried all schedules, and left none out. */
    public boolean exhausted() {
        return end == CampaignEnd.EXHAUSTED;
    }

    /** Returns all of it as plain text of several lines, without the name. */
    public String text() {
        return ReportText.of(this);
    }
}
