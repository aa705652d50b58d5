package dev.ropewalk.lab.report;

import java.util.List;
import java.util.Locale;

/** Formats measured numbers for people: three significant digits, in the unit that suits them. */
public final class Quantity {
    private record Unit(String name, double size) {}

    private static final List<Unit> TIMES =
            List.of(new Unit("ns", 1), new Unit("us", 1e3), new Unit("ms", 1e6), new Unit("s", 1e9));
    private static final List<Unit> SIZES =
            List.of(new Unit("bytes", 1), new Unit("KiB", 1 << 10), new Unit("MiB", 1 << 20), new Unit("GiB", 1 << 30));

    private Quantity() {}

    /** Returns a number with its unit: {@code 1.25 s} for 1250 ms. */
    public static String format(double value, String unit) {
        for (List<Unit> scale : List.of(TIMES, SIZES)) {
            for (Unit given : scale) {
                if (given.name().equals(unit)) {
                    return scaled(value * given.size(), scale);
                }
            }
        }
        return digits(value) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** Returns a ratio: {@code 1.25x}. */
    public static String ratio(double ratio) {
        return (ratio < 100 ? String.format(Locale.ROOT, "%.2f", ratio) : digits(ratio)) + "x";
    }

    /** Returns a part of a whole in percent: {@code 12 %} for 0.12. */
    static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }

    private static String scaled(double value, List<Unit> scale) {
        Unit best = scale.getFirst();
        for (Unit unit : scale) {
            // What rounds to 1000 of the smaller unit is shown as 1 of this one.
            if (Math.abs(value) >= 0.9995 * unit.size()) {
                best = unit;
            }
        }
        return digits(value / best.size()) + " " + best.name();
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        String format = size >= 99.95 || size == 0 ? "%.0f" : size >= 9.995 ? "%.1f" : size >= 0.9995 ? "%.2f" : "%.3g";
        return String.format(Locale.ROOT, format, value);
    }
}
