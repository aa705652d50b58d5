package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.Calm;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Finds reasons not to trust figures. */
final class Warnings {
    /** What is better than a limit by less than this is as good as the limit. */
    private static final double TOLERANCE = 1.02;

    private Warnings() {}

    /** Returns what a reader must know before believing a run's figures. */
    static List<String> of(ExperimentResult run, Optional<Experiment> experiment) {
        var warnings = new ArrayList<String>();
        int done = run.cells().size();
        if (!run.isComplete()) {
            warnings.add("The run was interrupted: there are results of " + done + " of " + run.planned() + " cells.");
        }
        if (!run.probes().isEmpty()) {
            Calm calm = Calm.of(run.probes());
            if (calm.isDisturbed()) {
                warnings.add("Something else ran on this machine: " + words(calm) + ".");
            }
        }
        experiment.ifPresent(known -> {
            known.distanceFromReality().ifPresent(metric -> warnings.add(Reality.words(run, metric)));
            known.limit().ifPresent(limit -> addBeatenLimits(warnings, run, known, limit));
            addBeatenBounds(warnings, run, known);
        });
        return warnings;
    }

    /** Returns in words how even the machine was. */
    static String words(Calm calm) {
        return "a fixed piece of computing took up to " + Quantity.percent(calm.spread())
                + " longer than at its best, and got "
                + Quantity.percent(calm.share()) + " of the cores at the least"
                + (calm.load() < 0 ? "" : String.format(Locale.ROOT, "; the load was %.1f before", calm.load()));
    }

    /** Looks at the metrics that answer the question: in others, such as the slowest of a million, a limit can be unlucky. */
    private static void addBeatenLimits(
            List<String> warnings, ExperimentResult run, Experiment experiment, String limit) {
        List<String> metrics =
                experiment.headlines().stream().map(Headline::metric).toList();
        for (Result result : run.results()) {
            if (result.contender().equals(limit) && metrics.contains(result.metric())) {
                List<Result> beaters = run.results().stream()
                        .filter(other -> !other.contender().equals(limit)
                                && !experiment.beyondLimit().contains(other.contender())
                                && other.metric().equals(result.metric())
                                && other.params().equals(result.params())
                                && isBeaten(other, result.median()))
                        .toList();
                addBeaten(warnings, beaters, limit, result.median(), run);
            }
        }
    }

    private static void addBeatenBounds(List<String> warnings, ExperimentResult run, Experiment experiment) {
        for (Result result : run.results()) {
            OptionalDouble bound = experiment.bound(result.metric(), result.params());
            if (bound.isPresent() && isBeaten(result, bound.getAsDouble())) {
                addBeaten(warnings, List.of(result), "the least that can be", bound.getAsDouble(), run);
            }
        }
    }

    /** Adds a warning about results of one metric in one cell, unless there are none. */
    private static void addBeaten(
            List<String> warnings, List<Result> beaters, String limit, double value, ExperimentResult run) {
        if (beaters.isEmpty()) {
            return;
        }
        Result any = beaters.getFirst();
        Params own = CellLabel.own(any.params(), CellLabel.common(run.cells()));
        String who = beaters.stream()
                .map(result -> result.contender() + " " + Quantity.format(result.median(), result.unit()))
                .collect(Collectors.joining(", "));
        warnings.add(
                "Better than " + limit + " in " + any.metric() + (own.values().isEmpty() ? "" : " with " + own) + ", "
                        + Quantity.format(value, any.unit()) + ": " + who
                        + ". Either the run was disturbed, or the limit isn't one there.");
    }

    private static boolean isBeaten(Result result, double limit) {
        return switch (result.better()) {
            case Result.LOWER -> result.median() * TOLERANCE < limit;
            case Result.HIGHER -> result.median() > limit * TOLERANCE;
            default -> false;
        };
    }
}
