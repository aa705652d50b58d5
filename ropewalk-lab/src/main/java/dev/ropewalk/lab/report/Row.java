package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.Optional;

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

    /** Returns the values that set this cell apart, empty if it is the only one. */
    String label() {
        return CellLabel.values(params);
    }

    /** Returns the entry that wins, empty if the limit is the only one with a result. */
    Optional<Entry> winner() {
        return entries.stream().filter(Entry::winner).findFirst();
    }

    /** Returns the entry of a contender, empty if it has no result. */
    Optional<Entry> find(String contender) {
        return entries.stream()
                .filter(entry -> entry.contender().equals(contender) && entry.result() != null)
                .findFirst();
    }
}
