package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shows results on a terminal: a table a metric, contenders side by side, the winner of each cell marked. */
public final class TextTable {
    private static final String WINNER = "*";
    private static final String BOLD_GREEN = "\u001B[1;32m";
    private static final String PLAIN = "\u001B[0m";
    private static final String GAP = "  ";

    private final boolean ansi;

    /** Makes a printer of tables, with or without ANSI colours. */
    public TextTable(boolean ansi) {
        this.ansi = ansi;
    }

    /** Returns all results of a run as text, those who were skipped below. */
    public String format(ExperimentResult run, String mainContender) {
        var text = new StringBuilder();
        if (!run.results().isEmpty()) {
            Comparison.of(run, mainContender).forEach(comparison -> append(text, comparison));
        }
        reasons(run.skipped())
                .forEach((reason, contenders) -> text.append("skipped: ")
                        .append(String.join(", ", contenders))
                        .append(": ")
                        .append(reason)
                        .append('\n'));
        return text.toString();
    }

    private void append(StringBuilder text, Comparison comparison) {
        text.append(comparison.metric());
        text.append(comparison.better().equals(Result.LOWER) ? ", less is better" : ", more is better");
        text.append("; ratio to ")
                .append(comparison.reference().isEmpty() ? "the winner" : comparison.reference())
                .append("; ")
                .append(WINNER)
                .append(" wins");
        if (!comparison.common().values().isEmpty()) {
            text.append("; ").append(comparison.common());
        }
        text.append('\n');
        List<List<String>> lines = lines(comparison);
        int[] widths = widths(lines);
        for (List<String> line : lines) {
            append(text, line, widths);
        }
        text.append('\n');
    }

    private static List<List<String>> lines(Comparison comparison) {
        var lines = new ArrayList<List<String>>();
        var header = new ArrayList<String>(List.of(""));
        header.addAll(comparison.contenders());
        lines.add(header);
        for (Row row : comparison.rows()) {
            var line = new ArrayList<String>(List.of(row.params().toString()));
            for (Entry entry : row.entries()) {
                line.add((entry.winner() ? WINNER : "") + entry.text() + GAP + String.format("%6s", entry.ratioText()));
            }
            lines.add(line);
        }
        if (comparison.rows().size() > 1) {
            var means = new ArrayList<String>(List.of("geometric mean"));
            for (String contender : comparison.contenders()) {
                var mean = comparison.meanRatio(contender);
                means.add(mean.isPresent() ? Quantity.ratio(mean.getAsDouble()) : "-");
            }
            lines.add(means);
        }
        return lines;
    }

    private static int[] widths(List<List<String>> lines) {
        int[] widths = new int[lines.getFirst().size()];
        for (List<String> line : lines) {
            for (int k = 0; k < widths.length; k++) {
                widths[k] = Math.max(widths[k], line.get(k).length());
            }
        }
        return widths;
    }

    private void append(StringBuilder text, List<String> line, int[] widths) {
        for (int k = 0; k < widths.length; k++) {
            String field = line.get(k);
            String padding = " ".repeat(widths[k] - field.length());
            if (k == 0) {
                text.append(GAP).append(field).append(padding);
            } else if (ansi && field.startsWith(WINNER)) {
                text.append(GAP)
                        .append(padding)
                        .append(BOLD_GREEN)
                        .append(field)
                        .append(PLAIN);
            } else {
                text.append(GAP).append(padding).append(field);
            }
        }
        text.append('\n');
    }

    /** Returns who was skipped for each reason, each contender once. */
    private static Map<String, Set<String>> reasons(List<Skipped> skipped) {
        var reasons = new LinkedHashMap<String, Set<String>>();
        for (Skipped entry : skipped) {
            reasons.computeIfAbsent(entry.reason() + " (" + entry.params() + ")", reason -> new LinkedHashSet<>())
                    .add(entry.contender());
        }
        return reasons;
    }
}
