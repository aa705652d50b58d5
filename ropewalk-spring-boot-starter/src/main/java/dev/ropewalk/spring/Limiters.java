package dev.ropewalk.spring;

import dev.ropewalk.limit.Limiter;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The limiters of an application by name: those of the properties {@code ropewalk.limiters}, and beans of the type {@link Limiter} by
 * the names of the beans. Thread-safe.
 */
public final class Limiters {
    private final Map<String, Gate> gates;

    /** How calls of limited methods pass a limiter. */
    record Gate(Limiter limiter, Duration maxWait, Predicate<Throwable> isDrop) {
        static Gate of(Limiter limiter) {
            return new Gate(limiter, Duration.ZERO, thrown -> true);
        }
    }

    private Limiters(Map<String, Gate> gates) {
        this.gates = Collections.unmodifiableMap(new TreeMap<>(gates));
    }

    static Limiters ofGates(Map<String, Gate> gates) {
        return new Limiters(gates);
    }

    /** Returns limiters whose permits no {@link Limited} method waits for. */
    public static Limiters of(Map<String, Limiter> limiters) {
        Map<String, Gate> gates = new TreeMap<>();
        limiters.forEach((name, limiter) -> gates.put(name, Gate.of(limiter)));
        return new Limiters(gates);
    }

    /**
     * Returns the limiter of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Limiter get(String name) {
        return gate(name).limiter();
    }

    /** Returns the names of all limiters. */
    public Set<String> names() {
        return gates.keySet();
    }

    Gate gate(String name) {
        Gate gate = gates.get(Objects.requireNonNull(name, "name"));
        if (gate == null) {
            throw new IllegalArgumentException("there is no limiter '" + name + "', but " + names());
        }
        return gate;
    }

    @Override
    public String toString() {
        return "limiters " + names();
    }
}
