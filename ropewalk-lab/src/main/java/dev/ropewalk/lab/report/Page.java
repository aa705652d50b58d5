package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Size;
import java.util.List;

/**
 * What the page's template shows, word by word.
 *
 * @param library the chart library's script
 * @param charts all charts as JSON, by section and metric
 */
record Page(String style, String library, String script, String charts, List<Section> sections) {
    /** An experiment. */
    record Section(
            String name,
            String size,
            String question,
            String finding,
            List<Fact> machine,
            List<Contestant> contestants,
            List<Measure> measures,
            List<Skip> skips) {
        /** Returns whether the figures are good for nothing. */
        boolean smoke() {
            return size.equals(Size.SMOKE.label());
        }

        /** Returns whether anyone has no result. */
        boolean hasSkips() {
            return !skips.isEmpty();
        }
    }

    /** Something about the machine. */
    record Fact(String name, String value) {}

    /** A contender and what it is. */
    record Contestant(String name, String colour, boolean ours, String description) {}

    /** A metric: its charts and its table. */
    record Measure(
            String id,
            String metric,
            String description,
            String better,
            String reference,
            String common,
            List<Contestant> columns,
            List<Line> lines,
            List<String> means) {
        /** Returns whether there are means to show. */
        boolean hasMeans() {
            return !means.isEmpty();
        }
    }

    /** A row of a table. */
    record Line(String label, List<Field> fields) {}

    /** A field of a table. */
    record Field(String text, String interval, String ratio, String style, String title) {}

    /** Why some have no result. */
    record Skip(String contenders, String reason, String cells, String style) {}
}
