package dev.ropewalk.lab.bugs;

import dev.ropewalk.lab.experiment.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** Sums searches with several seeds up: medians, in which a search without success counts as endless. */
final class Looks {
    private static final double PERCENT = 100;

    private Looks() {}

    static Outcome outcome(List<Look> looks, String answer) {
        Map<String, Double> values = new HashMap<>();
        long found = looks.stream().filter(Look::found).count();
        values.put(PlantedBugs.FOUND.name(), PERCENT * found / looks.size());
        double runs = median(looks.stream().mapToDouble(Look::runs)).orElse(Double.POSITIVE_INFINITY);
        if (Double.isInfinite(runs)) {
            String why = looks.stream()
                    .filter(look -> !look.found())
                    .map(Look::missed)
                    .findFirst()
                    .orElse("");
            return new Outcome(answer, values, why);
        }
        values.put(PlantedBugs.RUNS.name(), runs);
        median(looks.stream().mapToDouble(Look::millis)).ifPresent(value -> values.put(PlantedBugs.TIME.name(), value));
        median(looks.stream().filter(Look::found).mapToDouble(Look::toldMillis))
                .ifPresent(value -> values.put(PlantedBugs.TOLD.name(), value));
        median(looks.stream().flatMapToDouble(look -> look.steps().stream()))
                .ifPresent(value -> values.put(PlantedBugs.STEPS.name(), value));
        return new Outcome(answer, values);
    }

    /** Returns the median, of an even number the upper one of the two in the middle. */
    private static OptionalDouble median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[sorted.length / 2]);
    }
}
