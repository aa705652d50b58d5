package dev.ropewalk.lab.result;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that one run of an experiment brought: the content of its result file, field by field.
 *
 * @param experiment the experiment's name
 * @param size {@code smoke}, {@code tour}, {@code quick} or {@code full}
 * @param command the command line that runs the same again
 * @param planned how many cells the run has; a run that was interrupted has results of fewer
 * @param probes how the machine was before the first cell and after each
 */
public record ExperimentResult(
        String experiment,
        String size,
        Machine machine,
        String command,
        Occasion occasion,
        int planned,
        List<Probe> probes,
        List<Result> results,
        List<Skipped> skipped) {
    public ExperimentResult {
        probes = List.copyOf(probes);
        results = List.copyOf(results);
        skipped = List.copyOf(skipped);
    }

    /** Returns the cells that were run, in order. */
    public List<Params> cells() {
        return Stream.concat(
                        results.stream().map(Result::params), skipped.stream().map(Skipped::params))
                .distinct()
                .toList();
    }

    /** Returns whether all cells were run. */
    public boolean isComplete() {
        return cells().size() >= planned;
    }
}
