package dev.ropewalk.lab.report;

import java.util.List;
import java.util.function.Function;

/** Shows a summary on a terminal: a line for each headline. */
public final class TextSummary {
    private static final String GAP = "  ";

    /** Makes a printer of summaries. */
    public TextSummary() {}

    /** Returns a summary as text, empty if it has no lines. */
    public String format(Summary summary) {
        List<Summary.Line> lines = summary.lines();
        if (lines.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("Ropewalk's main entries beside the best rival, losses first:\n");
        for (Summary.Line line : lines) {
            text.append(GAP)
                    .append(padded(line, lines, Summary.Line::experiment))
                    .append(GAP)
                    .append(padded(line, lines, Summary.Line::metric))
                    .append(GAP)
                    .append(padded(line, lines, Summary.Line::ratio))
                    .append(GAP)
                    .append(line.figures())
                    .append(line.best().isEmpty() ? "" : "; " + line.best())
                    .append('\n');
        }
        return text.append('\n').toString();
    }

    private static String padded(Summary.Line line, List<Summary.Line> lines, Function<Summary.Line, String> field) {
        int width = lines.stream().map(field).mapToInt(String::length).max().orElse(0);
        String text = field.apply(line);
        return text + " ".repeat(width - text.length());
    }
}
