package dev.ropewalk.limit;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Lists;
import dev.ropewalk.base.Names;
import dev.ropewalk.limit.budget.Ledger;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Unscheduled;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Builds {@linkplain Budget budgets}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class BudgetBuilder {
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        List<Resource> resources = List.of();
        Duration ageing = Duration.ofSeconds(1);

        @Nullable
        String name;

        @Nullable
        Scheduler scheduler;

        LongSupplier clock = Parking::now;
    }

    BudgetBuilder() {
        this(new Settings());
    }

    private BudgetBuilder(Settings settings) {
        this.settings = settings;
    }

    private BudgetBuilder with(Consumer<Settings> change) {
        return new BudgetBuilder(settings.with(change));
    }

    /**
     * Sets the name that errors and statistics show, "budget" by default, and by which the budget is {@linkplain Budget#live
     * listed}.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public BudgetBuilder name(String value) {
        return with(changed -> changed.name = Names.checked(value, "name"));
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
        List<Resource> resources = settings.resources;
        if (resources.stream().anyMatch(known -> known.name().equals(resource.name()))) {
            throw new IllegalArgumentException("resource '" + resource.name() + "' is there already: " + resources);
        }
        if (resources.size() == Ledger.MAX_RESOURCES) {
            throw new IllegalStateException("at most " + Ledger.MAX_RESOURCES + " resources: no room for " + resource);
        }
        List<Resource> more = Lists.with(resources, resource);
        return with(changed -> changed.resources = more);
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
        return with(changed -> changed.ageing = value);
    }

    /**
     * Sets the scheduler whose clock counts and whose timers measure live resources while requests wait. It must live as long
     * as requests may wait. By default the clock is that of the calling code, and a virtual thread of the JDK's sleeps
     * between two measurements while requests wait.
     */
    public BudgetBuilder scheduler(Scheduler value) {
        Objects.requireNonNull(value, "scheduler");
        return with(changed -> {
            changed.scheduler = value;
            changed.clock = value::nanoTime;
        });
    }

    /** Sets the clock alone. */
    BudgetBuilder clock(LongSupplier value) {
        return with(changed -> changed.clock = Objects.requireNonNull(value, "clock"));
    }

    /**
     * Builds the budget and measures its live resources.
     *
     * @throws IllegalStateException if there is no resource
     */
    public Budget build() {
        if (settings.resources.isEmpty()) {
            throw new IllegalStateException("budget '" + name() + "' has no resource");
        }
        var budget = new ResourceBudget(
                name(),
                settings.resources.stream().map(Resource::settings).toList(),
                Parking.nanos(settings.ageing),
                settings.clock,
                Unscheduled.orSimulated(settings.scheduler));
        budget.list(settings.name);
        return budget;
    }

    private String name() {
        return settings.name == null ? "budget" : settings.name;
    }
}
