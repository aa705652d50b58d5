package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.Result;
import java.util.List;
import java.util.OptionalDouble;

/** Ratios between contenders. */
final class Ratios {
    private Ratios() {}

    /** Returns the ratio of two medians, empty if there is none because the reference is zero. */
    static OptionalDouble of(Result result, Result reference) {
        return reference.median() > 0
                ? OptionalDouble.of(result.median() / reference.median())
                : OptionalDouble.empty();
    }

    /** Returns the geometric mean of positive ratios, empty if there are none. */
    static OptionalDouble geometricMean(List<Double> ratios) {
        return ratios.stream().filter(ratio -> ratio > 0).mapToDouble(Math::log).average().stream()
                .map(Math::exp)
                .findFirst();
    }
}
