package dev.ropewalk.lab.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The system properties by which simulations are set, until this is closed. */
final class Overrides implements AutoCloseable {
    private static final String PREFIX = "ropewalk.simulation.";

    private final Map<String, @Nullable String> before = new HashMap<>();

    /** Sets one, unless there is nothing to set. */
    void set(String name, @Nullable Object value) {
        if (value != null) {
            before.put(PREFIX + name, System.setProperty(PREFIX + name, value.toString()));
        }
    }

    @Override
    public void close() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }
}
