package dev.ropewalk.graph.plan;

import dev.ropewalk.graph.Action;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A built graph, as its runs need it. Immutable. */
public final class GraphPlan {
    private final List<PlannedAction<?>> actions;
    private final Neighbours dependencies;
    private final Neighbours dependants;
    private final long[] paths;
    private final List<Set<String>> resourceSets;
    private final PlannedAction.Owner owner;

    private GraphPlan(
            List<PlannedAction<?>> actions,
            Neighbours dependencies,
            Neighbours dependants,
            long[] paths,
            List<Set<String>> resourceSets,
            PlannedAction.Owner owner) {
        this.actions = actions;
        this.dependencies = dependencies;
        this.dependants = dependants;
        this.paths = paths;
        this.resourceSets = resourceSets;
        this.owner = owner;
    }

    /**
     * Plans a graph.
     *
     * @param dependants for each action, what waits for it
     * @param owner the builder that the actions belong to
     * @throws IllegalArgumentException if actions depend on one another in a cycle
     */
    public static GraphPlan of(List<PlannedAction<?>> actions, Neighbours dependants, PlannedAction.Owner owner) {
        Neighbours dependencies = dependants.transposed();
        long[] paths = GraphPaths.longest(actions, dependencies, dependants);
        Map<Set<String>, Integer> sets = new LinkedHashMap<>();
        for (PlannedAction<?> action : actions) {
            Set<String> resources = action.demand().amounts().keySet();
            if (!resources.isEmpty()) {
                action.setResourceSet(sets.computeIfAbsent(resources, _ -> sets.size()));
            }
        }
        return new GraphPlan(List.copyOf(actions), dependencies, dependants, paths, List.copyOf(sets.keySet()), owner);
    }

    /** Returns the actions, each at its index. */
    public List<PlannedAction<?>> actions() {
        return actions;
    }

    /** Returns for each action what it waits for. */
    public Neighbours dependencies() {
        return dependencies;
    }

    /** Returns for each action what waits for it. */
    public Neighbours dependants() {
        return dependants;
    }

    /**
     * Returns for each action the estimated length in nanoseconds of the longest path from its start to the end of the graph. The
     * caller doesn't change them.
     */
    public long[] paths() {
        return paths;
    }

    /** Returns the sets of resources that actions demand, each at its number. */
    public List<Set<String>> resourceSets() {
        return resourceSets;
    }

    /** Returns how many actions there are. */
    public int size() {
        return actions.size();
    }

    /**
     * Returns the index of an action.
     *
     * @throws IllegalArgumentException if it belongs to another graph
     */
    public int indexOf(Action<?> action) {
        PlannedAction<?> own = PlannedAction.of(Objects.requireNonNull(action, "action"));
        if (!own.belongsTo(owner)) {
            throw new IllegalArgumentException("the action '" + action + "' belongs to another graph");
        }
        return own.index();
    }

    /** Returns an action. */
    public PlannedAction<?> action(int index) {
        return actions.get(index);
    }

    /** Returns the estimated length of the longest path in nanoseconds. */
    public long criticalPathNanos() {
        long longest = 0;
        for (long path : paths) {
            longest = Math.max(longest, path);
        }
        return longest;
    }

    /** Returns the first action that demands a set of resources. */
    public PlannedAction<?> firstOf(int resourceSet) {
        return actions.stream()
                .filter(action -> action.resourceSet() == resourceSet)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no action demands the set " + resourceSet));
    }

    @Override
    public String toString() {
        return "graph of " + size() + " actions";
    }
}
