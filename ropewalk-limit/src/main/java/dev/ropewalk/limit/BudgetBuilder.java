package dev.ropewalk.limit;

import dev.ropewalk.base.Names;
import dev.ropewalk.limit.budget.Ledger;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Builds {@linkplain Budget budgets}. Not thread-safe. */
public final class BudgetBuilder {
    private final List<Resource> resources = new ArrayList<>();
    private String name = "budget";
    private Duration ageing = Duration.ofSeconds(1);
    private @Nullable Scheduler scheduler;
    private LongSupplier clock = Parking::now;

    BudgetBuilder() {}

    /**
     * Sets the name that errors and statistics show; "budget" by default.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public BudgetBuilder name(String value) {
        name = Names.checked(value, "name");
        return this;
    }

    /**
     * Adds a resource with a given capacity, as {@link Resource#of}.
     *
     * @throws IllegalArgumentException if there is one of that name, it is blank, or the capacity is below zero
     */
    public BudgetBuilder resource(String resource, long capacity) {
        Objects.requireNonNull(resource, "resource");
        return resource(Resource.of(resource, capacity));
    }

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException if there is one of that name
     * @throws IllegalStateException if there are 64 already
     */
    public BudgetBuilder resource(Resource resource) {
        Objects.requireNonNull(resource, "resource");
        if (resources.stream().anyMatch(known -> known.name().equals(resource.name()))) {
            throw new IllegalArgumentException("resource '" + resource.name() + "' is there already: " + resources);
        }
        if (resources.size() == Ledger.MAX_RESOURCES) {
            throw new IllegalStateException("at most " + Ledger.MAX_RESOURCES + " resources: no room for " + resource);
        }
        resources.add(resource);
        return this;
    }

    /**
     * Sets how much waiting a step of priority is worth, a second by default: a request is overtaken only by those that come
     * less than so much later, times the difference of their priorities.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public BudgetBuilder ageing(Duration value) {
        if (Objects.requireNonNull(value, "ageing").isNegative() || value.isZero()) {
            throw new IllegalArgumentException("ageing must be above zero: " + value);
        }
        ageing = value;
        return this;
    }

    /**
     * Sets the scheduler whose clock counts and whose timers measure live resources while requests wait. It must live as long
     * as requests may wait. By default the clock is that of the calling code, and a virtual thread of the JDK's sleeps
     * between two measurements while requests wait.
     */
    public BudgetBuilder scheduler(Scheduler value) {
        scheduler = Objects.requireNonNull(value, "scheduler");
        return clock(value::nanoTime);
    }

    /** Sets the clock alone. */
    BudgetBuilder clock(LongSupplier value) {
        clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    /**
     * Builds the budget and measures its live resources.
     *
     * @throws IllegalStateException if there is no resource
     */
    public Budget build() {
        if (resources.isEmpty()) {
            throw new IllegalStateException("budget '" + name + "' has no resource");
        }
        return new ResourceBudget(
                name, resources.stream().map(Resource::settings).toList(), Parking.nanos(ageing), clock, scheduler);
    }
}
