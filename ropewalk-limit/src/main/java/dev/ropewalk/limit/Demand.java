package dev.ropewalk.limit;

import dev.ropewalk.limit.budget.ResourceDemand;
import java.util.Map;

/**
 * How much of which resources a request needs, and its priority. Immutable. Budgets, executors and graphs refuse demands that
 * weren't made by {@link #of} or {@link #nothing}: what a demand says must not change while they count by it, and they read it
 * under their locks.
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="demand" :
 * Demand demand = Demand.of("memory", 64 << 20).and("calls", 1);
 * }
 */
public interface Demand {
    /** Returns the demand for nothing, which is always met. */
    static Demand nothing() {
        return ResourceDemand.NOTHING;
    }

    /**
     * Returns a demand for an amount of one resource, with priority 0.
     *
     * @throws IllegalArgumentException if the amount isn't above zero
     */
    static Demand of(String resource, long amount) {
        return ResourceDemand.NOTHING.and(resource, amount);
    }

    /**
     * Returns this demand and an amount of another resource.
     *
     * @throws IllegalArgumentException if the amount isn't above zero, or the resource is demanded already
     */
    Demand and(String resource, long amount);

    /** Returns this demand with another priority; higher ones are admitted first, 0 is the default. */
    Demand priority(int value);

    /** Returns the amounts by resource, sorted by name. */
    Map<String, Long> amounts();

    /** Returns the priority. */
    int priority();
}
