package dev.ropewalk.graph;

import dev.ropewalk.base.Names;
import dev.ropewalk.graph.order.EdgeList;
import dev.ropewalk.graph.order.GraphPaths;
import dev.ropewalk.graph.order.Neighbours;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the actions of a {@link TaskGraph}. Not thread-safe, and used once. */
public final class TaskGraphBuilder {
    private record NamedDependency(Action<?> dependant, String dependency) {}

    private List<Action<?>> actions = new ArrayList<>();
    private Map<String, Action<?>> byName = new HashMap<>();
    private List<NamedDependency> named = new ArrayList<>();
    private EdgeList edges = new EdgeList();
    private boolean built;

    TaskGraphBuilder() {}

    /**
     * Adds an action.
     *
     * @param name its name, in errors, events and traces
     * @throws IllegalArgumentException if there is an action of that name, or it is blank
     * @throws IllegalStateException if the graph has been built
     */
    public <T extends @Nullable Object> Action<T> action(String name, ActionBody<T> body) {
        return add(name, Objects.requireNonNull(body, "body"));
    }

    /** Adds an action whose body only begins the work, as {@link #action} does. */
    public <T extends @Nullable Object> Action<T> asyncAction(String name, AsyncActionBody<T> body) {
        return add(name, Objects.requireNonNull(body, "body"));
    }

    /** Adds an action without a value, as {@link #action} does. */
    @SuppressWarnings("NullAway") // null is the only Void there is
    public Action<@Nullable Void> run(String name, ActionRunnable body) {
        Objects.requireNonNull(body, "body");
        ActionBody<@Nullable Void> withoutValue = context -> {
            body.run(context);
            return null;
        };
        return add(name, withoutValue);
    }

    private <T extends @Nullable Object> Action<T> add(String name, Object body) {
        Names.checked(name, "name");
        checkOpen();
        Action<T> action = new Action<>(this, actions.size(), name, body);
        if (byName.putIfAbsent(name, action) != null) {
            throw new IllegalArgumentException("there are two actions '" + Names.shown(name) + "'");
        }
        actions.add(action);
        return action;
    }

    void depend(Action<?> dependant, Action<?> dependency) {
        checkOpen();
        if (dependency.owner != this) {
            throw new IllegalArgumentException(
                    "'" + dependant + "' depends on '" + dependency + "', which belongs to another graph");
        }
        if (dependency == dependant) {
            throw dependsOnItself(dependant);
        }
        edges.add(dependant.index, dependency.index);
    }

    void depend(Action<?> dependant, String dependency) {
        checkOpen();
        if (dependency.equals(dependant.name())) {
            throw dependsOnItself(dependant);
        }
        named.add(new NamedDependency(dependant, dependency));
    }

    private static IllegalArgumentException dependsOnItself(Action<?> action) {
        return new IllegalArgumentException("'" + action + "' depends on itself");
    }

    void checkOpen() {
        if (built) {
            throw new IllegalStateException("the graph has been built");
        }
    }

    /**
     * Returns the graph, in time and memory proportional to its actions and dependencies.
     *
     * @throws IllegalArgumentException if actions depend on one another in a cycle, or on a name that no action has; the message
     *     says along which path, each action before what it depends on
     * @throws IllegalStateException if it has been built before
     */
    public TaskGraph build() {
        checkOpen();
        List<NamedDependency> missing = new ArrayList<>();
        for (NamedDependency dependency : named) {
            Action<?> target = byName.get(dependency.dependency());
            if (target == null) {
                missing.add(dependency);
            } else {
                edges.add(dependency.dependant().index, target.index);
            }
        }
        Action<?>[] all = actions.toArray(new Action<?>[0]);
        Neighbours dependants = Neighbours.dependants(all.length, edges);
        if (!missing.isEmpty()) {
            NamedDependency first = missing.getFirst();
            throw new IllegalArgumentException(
                    GraphPaths.missing(all, dependants, first.dependant().index, first.dependency()));
        }
        Neighbours dependencies = dependants.transposed();
        long[] paths = GraphPaths.longest(all, dependencies, dependants);
        List<Set<String>> resourceSets = numberResourceSets();
        built = true;
        forget();
        return new TaskGraph(this, all, dependencies, dependants, paths, resourceSets);
    }

    private List<Set<String>> numberResourceSets() {
        Set<Set<String>> sets = new LinkedHashSet<>();
        Map<Set<String>, Integer> numbers = new HashMap<>();
        for (Action<?> action : actions) {
            Set<String> resources = action.demand().amounts().keySet();
            if (!resources.isEmpty()) {
                sets.add(resources);
                action.resourceSet = numbers.computeIfAbsent(resources, absent -> numbers.size());
            }
        }
        return List.copyOf(sets);
    }

    /** The handles know this builder, which therefore keeps nothing that the graph doesn't need. */
    private void forget() {
        actions = new ArrayList<>();
        byName = new HashMap<>();
        named = new ArrayList<>();
        edges = new EdgeList();
    }
}
