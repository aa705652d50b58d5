package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;

/**
 * One cell in a {@link Comparison}.
 *
 * @param params what sets this cell apart from others
 * @param entries one a contender, in the comparison's order
 */
record Row(Params params, List<Entry> entries) {
    Row {
        entries = List.copyOf(entries);
    }

    boolean hasResults() {
        return entries.stream().anyMatch(entry -> entry.result() != null);
    }
}
