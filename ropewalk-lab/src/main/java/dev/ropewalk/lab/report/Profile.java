package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.result.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One chart for many cells that have no order: in how many of them a contender's value is at most so much. A line that is further
 * up and further left is better. From Dolan, Moré: Benchmarking optimization software with performance profiles, 2002.
 */
final class Profile {
    /** With fewer cells, a chart for each of them tells more. */
    static final int FEWEST_CELLS = 3;

    private static final int[] LEADS = {1, 2, 5};
    private static final double DECADE = 10;

    private Profile() {}

    /** Returns the chart, none for a metric of which more is better. */
    static List<Chart> of(Comparison comparison, String mainContender, Palette palette) {
        if (!comparison.isLessBetter()) {
            return List.of();
        }
        List<Double> steps = steps(comparison);
        String unit = comparison.unit().isEmpty() ? "" : " (" + comparison.unit() + ")";
        return List.of(new Chart(
                "",
                "line",
                false,
                "",
                comparison.metric() + unit,
                "cells with at most so much, of " + comparison.rows().size() + "; more is better",
                steps.stream().map(Profile::label).toList(),
                series(comparison, steps, mainContender, palette)));
    }

    private static List<Chart.Series> series(
            Comparison comparison, List<Double> steps, String mainContender, Palette palette) {
        var series = new ArrayList<Chart.Series>();
        for (String contender : comparison.contenders()) {
            List<Double> medians = comparison.rows().stream()
                    .flatMap(row -> row.find(contender).stream())
                    .flatMap(entry -> Stream.ofNullable(entry.result()))
                    .map(Result::median)
                    .toList();
            if (!medians.isEmpty()) {
                series.add(new Chart.Series(
                        contender,
                        palette.colour(contender),
                        palette.dash(contender),
                        palette.mark(contender),
                        Contender.isOurs(contender),
                        contender.equals(mainContender),
                        points(medians, steps)));
            }
        }
        return series;
    }

    private static List<Chart.@Nullable Point> points(List<Double> medians, List<Double> steps) {
        var points = new ArrayList<Chart.@Nullable Point>();
        for (double step : steps) {
            double cells = medians.stream().filter(median -> median <= step).count();
            points.add(
                    new Chart.Point(cells, cells, cells, false, "of " + medians.size() + " cells with a result", ""));
        }
        return points;
    }

    /** Returns 1, 2 and 5 of each power of ten, from the least median up to the first that no median is above. */
    private static List<Double> steps(Comparison comparison) {
        double[] medians = comparison.rows().stream()
                .flatMap(row -> row.entries().stream())
                .flatMap(entry -> Stream.ofNullable(entry.result()))
                .mapToDouble(Result::median)
                .filter(median -> median > 0)
                .sorted()
                .toArray();
        if (medians.length == 0) {
            return List.of(1.0);
        }
        var steps = new ArrayList<Double>();
        double power = Math.pow(DECADE, Math.floor(Math.log10(medians[0])));
        double step = 0;
        for (int i = 0; step < medians[medians.length - 1]; i++) {
            step = LEADS[i % LEADS.length] * power * Math.pow(DECADE, Math.floorDiv(i, LEADS.length));
            steps.add(step);
        }
        return steps;
    }

    private static String label(double step) {
        return step >= 1 ? String.valueOf(Math.round(step)) : String.valueOf(Math.round(step * 1000) / 1000.0);
    }
}
