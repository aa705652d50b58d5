package dev.ropewalk.micrometer;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The meters of a {@link Budget}, {@code ropewalk.budget.*}, and of its resources, by the tag {@code resource}. It doesn't keep the budget alive.
 */
public final class BudgetMetrics extends PartMetrics<Budget> {
    private static final Kind<Budget, BudgetStats> KIND = Kind.<Budget, BudgetStats>of(
                    "budget",
                    Budget::live,
                    Budget::stats,
                    Admissions.admitted("ropewalk.budget.", BudgetStats::admission))
            .with(
                    "resource",
                    BudgetMetrics::resources,
                    Meters.<ResourceStats>of("ropewalk.budget.resource.")
                            .level("capacity", null, "How much may be in use", ResourceStats::capacity)
                            .level("used", null, "How much is in use", ResourceStats::inUse)
                            .level("reserved", null, "How much is kept for requests that wait", ResourceStats::reserved)
                            .level("available", null, "How much a request could have at once", ResourceStats::available)
                            .level(
                                    "waiting",
                                    Admissions.REQUESTS,
                                    "The requests that wait because this is short",
                                    ResourceStats::waiting));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public BudgetMetrics(Budget budget, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(budget, "budget"), name, tags);
    }

    static Kind<Budget, BudgetStats> kind() {
        return KIND;
    }

    private static Map<String, ResourceStats> resources(BudgetStats stats) {
        var resources = new LinkedHashMap<String, ResourceStats>();
        stats.resources().forEach(resource -> resources.put(resource.name(), resource));
        return resources;
    }
}
