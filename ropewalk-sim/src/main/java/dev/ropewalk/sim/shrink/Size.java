package dev.ropewalk.sim.shrink;

import java.util.Comparator;
import java.util.List;

/**
 * How hard a run is to understand. Fewer faults count most, then fewer decisions, fewer switches, an earlier end, and smaller
 * numbers.
 *
 * @param faults how many faults happen
 * @param decisions how many decisions aren't the default, faults included
 * @param switches how often another party goes on than the running one, which could
 * @param steps how many steps there are
 * @param drawn the sum of the options that were drawn, parties left out
 */
public record Size(int faults, int decisions, int switches, long steps, long drawn) implements Comparable<Size> {
    private static final Comparator<Size> ORDER = Comparator.comparingInt(Size::faults)
            .thenComparingInt(Size::decisions)
            .thenComparingInt(Size::switches)
            .thenComparingLong(Size::steps)
            .thenComparingLong(Size::drawn);

    static Size of(List<Item> items, int switches, long steps) {
        int faults = 0;
        long drawn = 0;
        for (Item item : items) {
            switch (item.kind()) {
                case FAULT -> faults++;
                case DRAW -> drawn += item.value();
                case PICK -> {}
            }
        }
        return new Size(faults, items.size(), switches, steps, drawn);
    }

    @Override
    public int compareTo(Size other) {
        return ORDER.compare(this, other);
    }
}
