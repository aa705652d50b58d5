package dev.ropewalk.observe.part;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collects what failed while parts were asked. For one thread. */
public final class UnreadableParts {
    private final Map<String, String> failures = new LinkedHashMap<>();

    /** Makes an empty collection. */
    public UnreadableParts() {}

    /** Notes a failure. */
    public void add(String part, Throwable failure) {
        failures.put(part, text(failure));
    }

    private static String text(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable inText) {
            return failure.getClass().getName();
        }
    }

    /** Returns the failures by part. */
    public Map<String, String> failures() {
        return failures;
    }
}
