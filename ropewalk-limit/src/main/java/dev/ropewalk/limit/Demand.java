package dev.ropewalk.limit;

import dev.ropewalk.limit.budget.Request;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of which resources a request needs, and its priority. Immutable.
 *
 * {@snippet :
 * Demand demand = Demand.of("memory", 64 << 20).and("calls", 1);
 * }
 */
@SuppressWarnings("exports")
public final class Demand {
    private static final Demand NOTHING = new Demand(Map.of(), 0);

    private final Map<String, Long> amounts;
    private final int priority;

    /** This demand in the terms of the budget that met it last: set by a benign race, as a request is immutable. */
    public @Nullable Request request;

    private Demand(Map<String, Long> amounts, int priority) {
        this.amounts = amounts;
        this.priority = priority;
    }

    /** Returns the demand for nothing, which is always met. */
    public static Demand nothing() {
        return NOTHING;
    }

    /**
     * Returns a demand for an amount of one resource, with priority 0.
     *
     * @throws IllegalArgumentException if the amount isn't above zero
     */
    public static Demand of(String resource, long amount) {
        return NOTHING.and(resource, amount);
    }

    /**
     * Returns this demand and an amount of another resource.
     *
     * @throws IllegalArgumentException if the amount isn't above zero, or the resource is demanded already
     */
    public Demand and(String resource, long amount) {
        Objects.requireNonNull(resource, "resource");
        if (amount <= 0) {
            throw new IllegalArgumentException("amount of '" + resource + "' must be above zero: " + amount);
        }
        Map<String, Long> more = new TreeMap<>(amounts);
        Long before = more.put(resource, amount);
        if (before != null) {
            throw new IllegalArgumentException("'" + resource + "' is demanded twice: " + before + " and " + amount);
        }
        return new Demand(Collections.unmodifiableMap(more), priority);
    }

    /** Returns this demand with another priority; higher ones are admitted first, 0 is the default. */
    public Demand withPriority(int value) {
        return new Demand(amounts, value);
    }

    /** Returns the amounts by resource, sorted by name. */
    public Map<String, Long> amounts() {
        return amounts;
    }

    /** Returns the priority. */
    public int priority() {
        return priority;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Demand demand && demand.priority == priority && demand.amounts.equals(amounts);
    }

    @Override
    public int hashCode() {
        return 31 * amounts.hashCode() + priority;
    }

    @Override
    public String toString() {
        return priority == 0 ? amounts.toString() : amounts + " priority " + priority;
    }
}
