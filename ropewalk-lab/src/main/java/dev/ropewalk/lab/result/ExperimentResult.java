package dev.ropewalk.lab.result;

import java.util.List;

/**
 * All that one run of an experiment brought: the content of its result file, field by field.
 *
 * @param experiment the experiment's name
 * @param size {@code smoke}, {@code quick} or {@code full}
 * @param command the command line that runs the same again
 */
public record ExperimentResult(
        String experiment, String size, Machine machine, String command, List<Result> results, List<Skipped> skipped) {
    public ExperimentResult {
        results = List.copyOf(results);
        skipped = List.copyOf(skipped);
    }
}
