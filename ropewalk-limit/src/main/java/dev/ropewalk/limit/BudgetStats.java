package dev.ropewalk.limit;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A budget, taken while others go on: each resource's figures belong together, those of different ones needn't.
 *
 * @param admission what it has admitted; a budget has no limit on how many are in flight
 * @param resources its resources, in the order in which they were given
 */
public record BudgetStats(AdmissionStats admission, List<ResourceStats> resources) {
    /** Copies the list. */
    public BudgetStats {
        Objects.requireNonNull(admission, "admission");
        resources = Nulls.copy(resources, "resources");
    }

    /**
     * Returns the figures of one resource.
     *
     * @throws NoSuchElementException if there is none of that name
     */
    public ResourceStats resource(String name) {
        Objects.requireNonNull(name, "name");
        return resources.stream()
                .filter(resource -> resource.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no resource '" + name + "' in " + resources));
    }
}
