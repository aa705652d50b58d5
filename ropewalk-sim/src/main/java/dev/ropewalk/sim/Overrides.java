package dev.ropewalk.sim;

import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settings of whoever starts the JVM, by a system property or a variable of the environment; they win over the options. */
final class Overrides {
    static final String PREFIX = "ropewalk.simulation.";
    static final String REPLAY = PREFIX + "replay";

    private static final double NANOS_OF_MINUTE = 60e9;

    private Overrides() {}

    static SimulationOptions apply(SimulationOptions options) {
        SimulationOptions changed = options;
        // Runs come behind minutes, which set them, too.
        changed = changed(
                changed,
                "minutes",
                (before, text) -> before.atMost(minutes(text)).runs(Long.MAX_VALUE));
        changed = changed(changed, "runs", (before, text) -> before.runs(number(text)));
        changed = changed(changed, "seed", (before, text) -> before.seed(seed(text)));
        changed = changed(changed, "strategy", (before, text) -> before.strategy(Strategy.parse(text)));
        return changed(changed, "parallelism", (before, text) -> before.parallelism(count(text)));
    }

    private static SimulationOptions changed(
            SimulationOptions options, String name, BiFunction<SimulationOptions, String, SimulationOptions> change) {
        Setting setting = setting(name);
        if (setting == null) {
            return options;
        }
        try {
            return change.apply(options, setting.text());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    setting.source() + " can't be \"" + setting.text() + "\": " + e.getMessage(), e);
        }
    }

    /** Returns the replay string that is asked for, if any. */
    static @Nullable String replay() {
        Setting setting = setting("replay");
        return setting == null ? null : setting.text();
    }

    /**
     * What somebody has set.
     *
     * @param source the name by which it was set
     */
    record Setting(String source, String text) {}

    private static @Nullable Setting setting(String name) {
        return setting(name, System::getProperty, System::getenv);
    }

    static @Nullable Setting setting(
            String name,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment) {
        String property = PREFIX + name;
        String text = properties.apply(property);
        if (text != null) {
            return new Setting(property, text);
        }
        String variable = property.replace('.', '_').toUpperCase(Locale.ROOT);
        String value = environment.apply(variable);
        return value == null ? null : new Setting(variable, value);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is no whole number", e);
        }
    }

    private static long seed(String text) {
        String stripped = text.strip();
        try {
            return stripped.startsWith("0x")
                    ? Long.parseUnsignedLong(stripped, 2, stripped.length(), 16)
                    : Long.parseLong(stripped);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "it is no whole number, neither a decimal one nor a hexadecimal one with 0x", e);
        }
    }

    private static int count(String text) {
        long number = number(text);
        return number == (int) number ? (int) number : number < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    }

    private static Duration minutes(String text) {
        double nanos;
        try {
            nanos = Double.parseDouble(text.strip()) * NANOS_OF_MINUTE;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is no number", e);
        }
        if (!(nanos >= 1)) {
            throw new IllegalArgumentException("minutes must be above zero, not " + text.strip());
        }
        if (nanos >= Long.MAX_VALUE) {
            throw new IllegalArgumentException("it is too much");
        }
        return Duration.ofNanos((long) nanos);
    }
}
