package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A chart, as the page's script draws it.
 *
 * @param title what all its points have in common, empty for nothing
 * @param kind {@code line} along a parameter with numbers; {@code bar} for the contenders of a cell, a bar each; {@code dot}
 *     for the same on a logarithmic axis, on which bars would have no start
 * @param logarithmic whether the axis of values is: only where the values span more than a decade
 * @param axis what runs along the axis without values, empty for contenders
 * @param valueAxis what the values are
 * @param labels the places on the axis of a line, empty for other kinds
 */
record Chart(
        String title,
        String kind,
        boolean logarithmic,
        String unit,
        String axis,
        String valueAxis,
        List<String> labels,
        List<Series> series) {
    private static final double DECADE = 10;
    private static final int FEWEST_FOR_LINES = 3;

    /** One contender; a point for each label, null where it has no result, or one point in a chart of a cell. */
    record Series(
            String contender,
            String colour,
            List<Integer> dash,
            String mark,
            boolean ours,
            boolean main,
            List<@Nullable Point> points) {}

    /**
     * A median.
     *
     * @param range from where to where the samples go, in words
     * @param ratio to the reference
     */
    record Point(double median, double low, double high, boolean winner, String range, String ratio) {}

    /**
     * Returns the charts of a comparison: lines along a parameter, a chart for each combination of the others, if the
     * parameter has enough numeric values for a line; else a chart for each cell.
     *
     * @param unit of the parameter, empty for none
     */
    static List<Chart> of(Comparison comparison, String parameter, String unit, String mainContender, Palette palette) {
        List<Row> rows = comparison.rows();
        boolean along = rows.stream().allMatch(row -> row.params().values().get(parameter) instanceof Long);
        Map<Params, List<Row>> facets = new LinkedHashMap<>();
        for (Row row : rows) {
            facets.computeIfAbsent(row.params().without(parameter), params -> new ArrayList<>())
                    .add(row);
        }
        var charts = new ArrayList<Chart>();
        if (along && facets.values().stream().anyMatch(facet -> facet.size() >= FEWEST_FOR_LINES)) {
            facets.forEach((common, facet) -> charts.add(chart(
                    comparison,
                    common.toString(),
                    "line",
                    unit.isEmpty() ? parameter : parameter + " (" + unit + ")",
                    facet.stream().map(row -> row.params().text(parameter)).toList(),
                    facet,
                    series(comparison, facet, mainContender, palette))));
            return charts;
        }
        for (Row row : rows) {
            charts.add(chart(
                    comparison,
                    row.label(),
                    spansDecades(List.of(row)) ? "dot" : "bar",
                    "",
                    List.of(),
                    List.of(row),
                    series(comparison, List.of(row), mainContender, palette)));
        }
        return charts;
    }

    private static Chart chart(
            Comparison comparison,
            String title,
            String kind,
            String axis,
            List<String> labels,
            List<Row> rows,
            List<Series> series) {
        boolean logarithmic = spansDecades(rows);
        String valueAxis = comparison.metric() + ", " + (comparison.isLessBetter() ? "less" : "more") + " is better"
                + (logarithmic ? "; logarithmic" : "");
        return new Chart(title, kind, logarithmic, comparison.unit(), axis, valueAxis, labels, series);
    }

    private static List<Series> series(Comparison comparison, List<Row> rows, String mainContender, Palette palette) {
        var series = new ArrayList<Series>();
        for (int k = 0; k < comparison.contenders().size(); k++) {
            String contender = comparison.contenders().get(k);
            var points = new ArrayList<@Nullable Point>();
            for (Row row : rows) {
                points.add(point(row.entries().get(k)));
            }
            if (points.stream().anyMatch(Objects::nonNull)) {
                series.add(new Series(
                        contender,
                        palette.colour(contender),
                        palette.dash(contender),
                        palette.mark(contender),
                        Contender.isOurs(contender),
                        contender.equals(mainContender),
                        points));
            }
        }
        return series;
    }

    private static @Nullable Point point(Entry entry) {
        Result result = entry.result();
        return result == null
                ? null
                : new Point(
                        result.median(),
                        result.low(),
                        result.high(),
                        entry.winner(),
                        entry.rangeText(),
                        entry.ratioText());
    }

    private static boolean spansDecades(List<Row> rows) {
        double[] medians = rows.stream()
                .flatMap(row -> row.entries().stream())
                .flatMap(entry -> Stream.ofNullable(entry.result()))
                .mapToDouble(Result::median)
                .sorted()
                .toArray();
        return medians.length > 0 && medians[0] > 0 && medians[medians.length - 1] > DECADE * medians[0];
    }
}
