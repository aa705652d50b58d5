package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One reason for which contenders have no results.
 *
 * @param contenders their names
 * @param cells where at least one of them
 * @param fault whether they should have had results
 */
record SkipReason(String reason, List<String> contenders, List<Params> cells, boolean fault) {
    private static final int SHOWN = 3;

    /** Returns all reasons of a run, in the order in which they came up. */
    static List<SkipReason> of(ExperimentResult run) {
        return run.skipped().stream()
                .map(Skipped::reason)
                .distinct()
                .map(reason -> {
                    List<Skipped> entries = run.skipped().stream()
                            .filter(entry -> entry.reason().equals(reason))
                            .toList();
                    return new SkipReason(
                            reason,
                            entries.stream().map(Skipped::contender).distinct().toList(),
                            entries.stream().map(Skipped::params).distinct().toList(),
                            entries.getFirst().isFault());
                })
                .toList();
    }

    /** Returns the cells in words, a few of them if there are many. */
    String cellsText() {
        String shown = cells.stream().limit(SHOWN).map(Params::toString).collect(Collectors.joining("; "));
        return cells.size() <= SHOWN ? shown : shown + "; and " + (cells.size() - SHOWN) + " more cells";
    }
}
