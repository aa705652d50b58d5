package dev.ropewalk.limit.budget;

import dev.ropewalk.limit.Demand;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A demand that remembers how the ledger that met it last calls its resources. */
public final class ResourceDemand implements Demand {
    /** The demand for nothing, with priority 0. */
    public static final ResourceDemand NOTHING = new ResourceDemand(Map.of(), 0);

    private final Map<String, Long> amounts;
    private final int priority;

    /** This demand in the terms of the budget that met it last: set by a benign race, as a request is immutable. */
    @Nullable
    Request request;

    private ResourceDemand(Map<String, Long> amounts, int priority) {
        this.amounts = amounts;
        this.priority = priority;
    }

    /**
     * Returns a demand as the kind that the library makes.
     *
     * @throws IllegalArgumentException if it is of another kind
     */
    public static ResourceDemand of(Demand demand) {
        if (demand instanceof ResourceDemand own) {
            return own;
        }
        throw new IllegalArgumentException("needs a demand made by Demand.of or Demand.nothing, not one of "
                + demand.getClass().getName());
    }

    @Override
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
        return new ResourceDemand(Collections.unmodifiableMap(more), priority);
    }

    @Override
    public Demand priority(int value) {
        return new ResourceDemand(amounts, value);
    }

    @Override
    public Map<String, Long> amounts() {
        return amounts;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceDemand demand && demand.priority == priority && demand.amounts.equals(amounts);
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
