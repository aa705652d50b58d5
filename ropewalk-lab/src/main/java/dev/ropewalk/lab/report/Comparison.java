package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All contenders in all cells in one metric in which they are compared.
 *
 * @param contenders the columns
 * @param reference the contender that ratios refer to; empty for the winner of each cell, where the reference took no part
 * @param common the parameters that are the same in all cells of this metric: all of them if there is one cell
 * @param rows the cells in which at least one has a result
 */
record Comparison(
        String metric,
        String unit,
        String better,
        List<String> contenders,
        String reference,
        Params common,
        List<Row> rows) {
    private static final List<String> RESOURCES = List.of(Metric.CPU.name(), Metric.PEAK_MEMORY.name());

    Comparison {
        contenders = List.copyOf(contenders);
        rows = List.copyOf(rows);
    }

    /** Returns the comparisons in each metric that there are results of, what was spent after what was reached. */
    static List<Comparison> of(ExperimentResult run, Roles roles) {
        return run.results().stream()
                .filter(result -> !result.better().equals(Result.NEITHER))
                .map(Result::metric)
                .distinct()
                .sorted(Comparator.comparingInt(metric -> RESOURCES.contains(metric) ? 1 : 0))
                .map(metric -> of(run, roles, metric))
                .toList();
    }

    private static Comparison of(ExperimentResult run, Roles roles, String metric) {
        List<Result> results = run.results().stream()
                .filter(result -> result.metric().equals(metric))
                .toList();
        List<String> contenders = Columns.of(run, roles.main());
        List<Params> cells = results.stream().map(Result::params).distinct().toList();
        Params common = CellLabel.common(cells);
        String reference =
                results.stream().anyMatch(result -> result.contender().equals(roles.main())) ? roles.main() : "";
        List<Row> rows = cells.stream()
                .map(cell -> row(cell, contenders, reference, roles, results, run.skipped(), common))
                .toList();
        Result any = results.getFirst();
        return new Comparison(metric, any.unit(), any.better(), contenders, reference, common, rows);
    }

    private static Row row(
            Params cell,
            List<String> contenders,
            String reference,
            Roles roles,
            List<Result> results,
            List<Skipped> skipped,
            Params common) {
        List<Result> inCell =
                results.stream().filter(result -> result.params().equals(cell)).toList();
        Optional<Result> winner = winner(inCell.stream()
                .filter(result -> !roles.isLimit(result.contender()))
                .toList());
        Optional<Result> base = reference.isEmpty() ? winner : find(inCell, reference);
        List<Entry> entries = contenders.stream()
                .map(contender -> {
                    Optional<Result> result = find(inCell, contender);
                    OptionalDouble ratio = result.isPresent() && base.isPresent()
                            ? Ratios.of(result.get(), base.get())
                            : OptionalDouble.empty();
                    return new Entry(
                            contender,
                            result.orElse(null),
                            ratio,
                            result.isPresent() && result.equals(winner),
                            skipped.stream()
                                    .filter(entry -> entry.contender().equals(contender)
                                            && entry.params().equals(cell))
                                    .findFirst()
                                    .orElse(null));
                })
                .toList();
        return new Row(CellLabel.own(cell, common), entries);
    }

    private static Optional<Result> find(List<Result> results, String contender) {
        return results.stream()
                .filter(result -> result.contender().equals(contender))
                .findFirst();
    }

    private static Optional<Result> winner(List<Result> results) {
        Comparator<Result> byMedian = Comparator.comparingDouble(Result::median);
        return results.isEmpty() || results.getFirst().better().equals(Result.LOWER)
                ? results.stream().min(byMedian)
                : results.stream().max(byMedian);
    }

    /** Returns whether less is better. */
    boolean isLessBetter() {
        return better.equals(Result.LOWER);
    }

    /** Returns the names of the parameters in which the cells differ, empty for a single cell. */
    String differences() {
        return CellLabel.names(rows.getFirst().params());
    }

    /** Returns the contender that ratios refer to, in words. */
    String referenceText() {
        return reference.isEmpty() ? "the winner" : reference;
    }

    /** Returns the geometric mean of a contender's ratios over all cells. */
    OptionalDouble meanRatio(String contender) {
        return Ratios.geometricMean(rows.stream()
                .flatMap(row -> row.entries().stream())
                .filter(entry -> entry.contender().equals(contender))
                .flatMapToDouble(entry -> entry.ratio().stream())
                .boxed()
                .toList());
    }

    /** Returns the geometric mean as text, empty if there is none. */
    String meanRatioText(String contender) {
        OptionalDouble mean = meanRatio(contender);
        return mean.isPresent() ? Quantity.ratio(mean.getAsDouble()) : "";
    }
}
