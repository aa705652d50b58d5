package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Says in words how far a model is from the real machine, and what its figures can't support. */
final class Reality {
    private Reality() {}

    /** Returns how far all figures of a run are off that could be held against the real machine. */
    static String words(ExperimentResult run, String metric) {
        List<Result> held = run.results().stream()
                .filter(result -> result.metric().equals(metric))
                .sorted(Comparator.comparingDouble(Result::median))
                .toList();
        if (held.isEmpty()) {
            return "These figures are a model's. In this run it wasn't held against a real machine: they support no claim.";
        }
        Result middle = held.get(held.size() / 2);
        Result worst = held.getLast();
        return String.format(
                Locale.ROOT,
                "These figures are a model's. Held against this machine in %d figures it is off by %.0f %% in the median, and by"
                        + " %.0f %% at most (%s, %s). What has no real figure beside it is what the model says, and no"
                        + " claim about a real machine.",
                held.size(),
                middle.median(),
                worst.median(),
                worst.contender(),
                CellLabel.own(worst.params(), CellLabel.common(run.cells())));
    }
}
