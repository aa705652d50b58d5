package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows results on a terminal: a table a metric, contenders side by side, the winner of each cell marked. */
public final class TextTable {
    private static final String WINNER = "*";
    private static final String BOLD_GREEN = "\u001B[1;32m";
    private static final String PLAIN = "\u001B[0m";
    private static final String GAP = "  ";
    private static final int RATIO_WIDTH = 5;

    private final boolean ansi;

    /** Makes a printer of tables, with or without ANSI colours. */
    public TextTable(boolean ansi) {
        this.ansi = ansi;
    }

    /** Returns all results of a run as text, below what is the same for all, and the contenders that were skipped. */
    public String format(ExperimentResult run, Experiment experiment) {
        var text = new StringBuilder();
        for (Comparison comparison : Comparison.of(run, Roles.of(experiment))) {
            append(text, comparison);
        }
        for (String fact : given(run)) {
            text.append("the same for all: ").append(fact).append('\n');
        }
        for (String warning : Warnings.of(run, Optional.of(experiment))) {
            text.append("warning: ").append(warning).append('\n');
        }
        for (SkipReason reason : SkipReason.of(run)) {
            text.append("skipped: ")
                    .append(String.join(", ", reason.contenders()))
                    .append(": ")
                    .append(reason.reason())
                    .append("; in ")
                    .append(reason.cellsText())
                    .append('\n');
        }
        return text.toString();
    }

    private static List<String> given(ExperimentResult run) {
        Params common = run.cells().isEmpty() ? Params.none() : CellLabel.common(run.cells());
        return run.results().stream()
                .filter(result -> result.better().equals(Result.NEITHER))
                .map(result -> {
                    Params own = CellLabel.own(result.params(), common);
                    return result.metric() + " " + Quantity.format(result.median(), result.unit())
                            + (own.values().isEmpty() ? "" : " with " + own);
                })
                .distinct()
                .toList();
    }

    private void append(StringBuilder text, Comparison comparison) {
        text.append(comparison.metric())
                .append(comparison.isLessBetter() ? ", less is better" : ", more is better")
                .append("; ratio to ")
                .append(comparison.referenceText())
                .append("; ")
                .append(WINNER)
                .append(" wins");
        Params common = comparison.common();
        if (!common.values().isEmpty()) {
            text.append("; ").append(common);
        }
        text.append('\n');
        List<List<String>> columns = comparison.rows().size() == 1 ? single(comparison) : columns(comparison);
        for (int line = 0; line < columns.getFirst().size(); line++) {
            for (List<String> column : columns) {
                String field = column.get(line);
                boolean marked = ansi && field.stripLeading().startsWith(WINNER);
                text.append(GAP).append(marked ? BOLD_GREEN : "").append(field).append(marked ? PLAIN : "");
            }
            text.append('\n');
        }
        text.append('\n');
    }

    /** Returns the columns of a table of one cell, a line for each contender; all padded. */
    private static List<List<String>> single(Comparison comparison) {
        var names = new ArrayList<String>();
        var figures = new ArrayList<String>();
        var ranges = new ArrayList<String>();
        for (Entry entry : comparison.rows().getFirst().entries()) {
            names.add(entry.contender());
            figures.add((entry.winner() ? WINNER : "") + entry.text() + ratio(entry.ratioText()));
            ranges.add(entry.rangeText());
        }
        return List.of(padded(names, false), padded(figures, true), ranges);
    }

    /** Returns the columns, each with its header, a field for each row, and the mean below; all padded. */
    private static List<List<String>> columns(Comparison comparison) {
        var labels = new ArrayList<String>(List.of(comparison.differences()));
        comparison.rows().forEach(row -> labels.add(row.label()));
        labels.add("geometric mean");
        var columns = new ArrayList<List<String>>(List.of(padded(labels, false)));
        for (int k = 0; k < comparison.contenders().size(); k++) {
            columns.add(column(comparison, k));
        }
        return columns;
    }

    private static List<String> column(Comparison comparison, int contender) {
        String name = comparison.contenders().get(contender);
        var fields = new ArrayList<String>(List.of(name));
        for (Row row : comparison.rows()) {
            Entry entry = row.entries().get(contender);
            fields.add((entry.winner() ? WINNER : "") + entry.text() + ratio(entry.ratioText()));
        }
        fields.add(ratio(comparison.meanRatioText(name)));
        return padded(fields, true);
    }

    private static String ratio(String ratio) {
        return GAP + " ".repeat(Math.max(0, RATIO_WIDTH - ratio.length())) + ratio;
    }

    private static List<String> padded(List<String> fields, boolean right) {
        int width = fields.stream().mapToInt(String::length).max().orElse(0);
        return fields.stream()
                .map(field ->
                        right ? " ".repeat(width - field.length()) + field : field + " ".repeat(width - field.length()))
                .toList();
    }
}
