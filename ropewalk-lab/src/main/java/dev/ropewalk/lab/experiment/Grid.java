package dev.ropewalk.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cells that an experiment runs: a union of products of parameter values, in order, none twice. Immutable. */
public final class Grid {
    private final List<Params> cells;

    private Grid(List<Params> cells) {
        this.cells = cells.stream().distinct().toList();
    }

    /** Returns a grid of one cell without parameters: the neutral start of a product. */
    public static Grid unit() {
        return new Grid(List.of(Params.none()));
    }

    /** Returns the product of this grid with the values of one more parameter; the last one added varies fastest. */
    public Grid by(String name, Object... values) {
        return by(name, List.of(values));
    }

    /** Returns the product of this grid with the values of a parameter; values that the cells had for it are replaced. */
    public Grid by(String name, List<?> values) {
        var product = new ArrayList<Params>();
        for (Params cell : cells) {
            for (Object value : values) {
                product.add(cell.with(name, value));
            }
        }
        return new Grid(product);
    }

    /** Returns the union with another grid. */
    public Grid and(Grid other) {
        var union = new ArrayList<>(cells);
        union.addAll(other.cells);
        return new Grid(union);
    }

    /** Returns this grid with all values of some parameters replaced by others. */
    public Grid replacing(Map<String, ? extends List<?>> overrides) {
        Grid result = this;
        for (var override : overrides.entrySet()) {
            result = result.by(override.getKey(), override.getValue());
        }
        return result;
    }

    /** Returns the cells, in the order in which they are run. */
    public List<Params> cells() {
        return cells;
    }
}
