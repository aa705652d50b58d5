package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Names cells by what sets them apart: the names of the parameters are told once, the values for each cell. */
final class CellLabel {
    private CellLabel() {}

    /** Returns the parameters that have the same value in all cells. */
    static Params common(List<Params> cells) {
        Params common = cells.getFirst();
        for (String name : List.copyOf(common.values().keySet())) {
            Object value = common.values().get(name);
            if (!cells.stream().allMatch(cell -> Objects.equals(cell.values().get(name), value))) {
                common = common.without(name);
            }
        }
        return common;
    }

    /** Returns a cell's parameters without those that all have in common. */
    static Params own(Params cell, Params common) {
        Params own = cell;
        for (String name : common.values().keySet()) {
            own = own.without(name);
        }
        return own;
    }

    /** Returns the names of parameters. */
    static String names(Params params) {
        return String.join(", ", params.values().keySet());
    }

    /** Returns the values of parameters. */
    static String values(Params params) {
        return params.values().values().stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
