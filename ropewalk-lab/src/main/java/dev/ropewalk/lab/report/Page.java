package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Size;
import java.util.List;

/**
 * What the page's template shows, word by word.
 *
 * @param library the chart library's script
 * @param charts all charts as JSON, by section and metric
 * @param notices what must be known before anything else: that a run isn't finished, that the machine was disturbed
 * @param facts about the machine and the run, where all sections have them in common
 */
record Page(
        String style,
        String library,
        String script,
        String charts,
        List<String> notices,
        List<Fact> facts,
        List<Headlined> summary,
        List<Section> sections) {
    /** Returns whether there is anything to sum up. */
    boolean hasSummary() {
        return !summary.isEmpty();
    }

    /** Returns whether all sections have facts in common. */
    boolean hasFacts() {
        return !facts.isEmpty();
    }

    /** A line of the summary. */
    record Headlined(
            String experiment,
            String metric,
            String verdict,
            String word,
            String ratio,
            String figures,
            String best,
            String meaning) {}

    /**
     * An experiment.
     *
     * @param given what is the same for all contenders
     * @param facts about the machine and the run
     */
    record Section(
            String name,
            String size,
            String tour,
            String question,
            String finding,
            List<String> warnings,
            List<Fact> facts,
            List<Contestant> contestants,
            List<Fact> given,
            List<Measure> measures,
            List<Measure> further,
            List<Skip> skips) {
        /** Returns whether the figures are good for nothing. */
        boolean smoke() {
            return size.equals(Size.SMOKE.label());
        }

        /** Returns whether anyone has no result. */
        boolean hasSkips() {
            return !skips.isEmpty();
        }

        /** Returns whether something is the same for all contenders. */
        boolean hasGiven() {
            return !given.isEmpty();
        }
    }

    /** Something about the machine, the run or a cell. */
    record Fact(String name, String value) {}

    /** A contender and what it is. */
    record Contestant(String name, String colour, boolean ours, boolean limit, String description) {}

    /**
     * A metric: its charts and its table.
     *
     * @param corner the names of the parameters whose values name the cells
     * @param single the table if there is one cell: contenders below each other, the best one first
     * @param lines the table if there are several cells: contenders beside each other
     */
    record Measure(
            String id,
            String metric,
            String description,
            String better,
            String reference,
            String common,
            String corner,
            List<Contestant> columns,
            List<Single> single,
            List<Line> lines,
            List<String> means) {
        /** Returns whether there is one cell. */
        boolean hasSingle() {
            return !single.isEmpty();
        }

        /** Returns whether there are several cells. */
        boolean hasLines() {
            return !lines.isEmpty();
        }
    }

    /** A contender in the only cell. */
    record Single(Contestant contender, Field field) {}

    /** A row of a table of several cells. */
    record Line(String label, String winner, List<Field> fields) {}

    /** A field of a table. */
    record Field(String text, String range, String ratio, String style, String title) {}

    /** Why some have no result. */
    record Skip(String contenders, String reason, String cells, String style) {}
}
