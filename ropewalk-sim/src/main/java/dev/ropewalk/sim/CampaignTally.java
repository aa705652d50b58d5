package dev.ropewalk.sim;

import dev.ropewalk.sim.fault.FaultCoverage;
import dev.ropewalk.sim.oracle.Coverage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the runs of a campaign have done together. They are added in the order of their numbers, by one thread at a time. */
final class CampaignTally {
    /** So many different schedules are counted exactly, which takes some megabytes. */
    private static final int MOST_COUNTED = 200_000;

    private final SimulationOptions options;
    private final Set<Long> schedules = new HashSet<>();
    private final Coverage coverage = new Coverage();
    private final FaultCoverage faults = new FaultCoverage();
    private final Map<Strategy, Share> shares = new LinkedHashMap<>();
    private long runs;
    private long steps;
    private long disturbed;

    CampaignTally(SimulationOptions options) {
        this.options = options;
    }

    private static final class Share {
        long runs;
        long steps;
        long schedules;
        final List<String> found = new ArrayList<>();
        boolean failed;

        StrategyCoverage told(Strategy strategy) {
            return new StrategyCoverage(strategy.toString(), runs, steps, schedules, found, failed);
        }
    }

    /**
     * Adds a run.
     *
     * @throws IllegalArgumentException if the name of a property is used for two kinds
     */
    void add(FinishedRun run) {
        RunResult result = run.result();
        runs++;
        steps += result.steps();
        disturbed += run.disturbed() ? 1 : 0;
        Share share = shares.computeIfAbsent(run.attempt().strategy(), _ -> new Share());
        share.runs++;
        share.steps += result.steps();
        share.failed |= result.hasFailed();
        if (schedules.size() < MOST_COUNTED && schedules.add(result.hash())) {
            share.schedules++;
        }
        faults.add(result.faults());
        share.found.addAll(coverage.add(result.properties()));
    }

    CampaignReport report(Duration time, int parallelism, CampaignEnd end) {
        List<PropertyCoverage> properties = new ArrayList<>();
        coverage.forEach((name, tally) -> properties.add(
                new PropertyCoverage(name, tally.kind().toString(), tally.runs(), tally.looks(), tally.held())));
        List<String> missing = new ArrayList<>(coverage.missing(options.expected()));
        missing.addAll(faults.missing());
        List<StrategyCoverage> strategies = new ArrayList<>();
        shares.forEach((strategy, share) -> strategies.add(share.told(strategy)));
        return new CampaignReport(
                options.name(),
                runs,
                steps,
                time,
                schedules.size(),
                properties,
                missing,
                strategies,
                parallelism,
                disturbed,
                end);
    }
}
