package dev.ropewalk.observe.jmx;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The units of figures. Names tell them: those that end in none of these words are counts, but for numbers of things. */
final class Units {
    private static final Map<String, String> BY_ENDING = Map.of(
            "Nanos",
            "nanoseconds",
            "Millis",
            "milliseconds",
            "Bytes",
            "bytes",
            "Position",
            "bytes",
            "Index",
            "records");
    private static final Set<String> NUMBERS = Set.of("worker", "firstSegment", "lastSegment", "position", "attempt");
    private static final Set<Class<?>> COUNTS = Set.of(long.class, int.class, Integer.class);

    private Units() {}

    /** Returns the unit of what has a name and a type; empty if it is no figure, or the number of something. */
    static Optional<String> of(String name, Class<?> type) {
        for (Map.Entry<String, String> ending : BY_ENDING.entrySet()) {
            if (name.endsWith(ending.getKey())) {
                return Optional.of(ending.getValue());
            }
        }
        return COUNTS.contains(type) && !NUMBERS.contains(name) ? Optional.of("count") : Optional.empty();
    }
}
