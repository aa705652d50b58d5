package dev.ropewalk.lab.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When and with what an experiment was run.
 *
 * @param started when the command was started, as text in ISO 8601; experiments that one command runs have it in common, and
 *     it stays when the command is resumed
 * @param commit what was measured of Ropewalk, or unknown
 * @param versions those of the rivals' libraries and tools, by name
 */
public record Occasion(String started, String commit, Map<String, String> versions) {
    private static final String UNKNOWN = "unknown";

    public Occasion {
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
    }

    /** Returns an occasion of which nothing is known. */
    public static Occasion unknown() {
        return new Occasion(UNKNOWN, UNKNOWN, Map.of());
    }
}
