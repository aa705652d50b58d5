package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.Estimate;
import dev.ropewalk.lab.result.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Ratios between contenders. */
final class Ratios {
    private Ratios() {}

    /**
     * Returns the median ratio of two results of a cell over their rounds: the two samples of a round were taken one soon
     * after the other, so that what slowed the machine down slowed down both. Empty if the reference is zero.
     */
    static Optional<Estimate> paired(Result result, Result reference) {
        int rounds = Math.min(result.samples().size(), reference.samples().size());
        var ratios = new ArrayList<Double>();
        for (int k = 0; k < rounds; k++) {
            double below = reference.samples().get(k);
            if (below > 0) {
                ratios.add(result.samples().get(k) / below);
            }
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(ratios));
    }

    /** Returns the geometric mean, empty if there is nothing to take it of. */
    static OptionalDouble geometricMean(List<Double> ratios) {
        return ratios.stream().filter(ratio -> ratio > 0).mapToDouble(Math::log).average().stream()
                .map(Math::exp)
                .findFirst();
    }
}
