package dev.ropewalk.lab.cpu;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time with its unit, such as 10s or 1.5ms, into nanoseconds. */
final class NanosConverter implements ITypeConverter<Long> {
    // The longer names come first, since each unit but one ends with an s.
    private static final List<Unit> UNITS = List.of(
            new Unit("ns", 1), new Unit("us", 1e3), new Unit("ms", 1e6), new Unit("s", 1e9), new Unit("m", 6e10));

    @Override
    public Long convert(String text) {
        for (Unit unit : UNITS) {
            if (text.endsWith(unit.name)) {
                return (long) (number(text.substring(0, text.length() - unit.name.length()), text) * unit.nanos);
            }
        }
        throw refusal(text);
    }

    private static double number(String digits, String text) {
        if (!digits.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw refusal(text);
        }
        return Double.parseDouble(digits);
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException(
                "must be a number with a unit of ns, us, ms, s or m, such as 10s, but is '" + text + "'");
    }

    private record Unit(String name, double nanos) {}
}
