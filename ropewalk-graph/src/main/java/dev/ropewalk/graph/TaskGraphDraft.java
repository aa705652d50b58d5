package dev.ropewalk.graph;

import dev.ropewalk.base.Names;
import dev.ropewalk.graph.plan.EdgeList;
import dev.ropewalk.graph.plan.GraphPaths;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.Neighbours;
import dev.ropewalk.graph.plan.PlannedAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the actions of a {@link TaskGraph}. Not thread-safe, and used once. */
public final class TaskGraphDraft {
    private record NamedDependency(PlannedAction<?> dependant, String dependency) {}

    private final Owner owner = new Owner();
    private List<PlannedAction<?>> actions = new ArrayList<>();
    private Map<String, PlannedAction<?>> byName = new HashMap<>();
    private List<NamedDependency> named = new ArrayList<>();
    private EdgeList edges = new EdgeList();
    private boolean built;

    TaskGraphDraft() {}

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
        owner.checkOpen();
        PlannedAction<T> action = new PlannedAction<>(owner, actions.size(), name, body);
        if (byName.putIfAbsent(name, action) != null) {
            throw new IllegalArgumentException("there are two actions '" + Names.shown(name) + "'");
        }
        actions.add(action);
        return action;
    }

    /** What the actions know of this builder. */
    private final class Owner implements PlannedAction.Owner {
        @Override
        public void depend(PlannedAction<?> dependant, Action<?> dependency) {
            checkOpen();
            PlannedAction<?> target = PlannedAction.of(dependency);
            if (!target.belongsTo(this)) {
                throw new IllegalArgumentException(
                        "'" + dependant + "' depends on '" + dependency + "', which belongs to another graph");
            }
            if (target == dependant) {
                throw dependsOnItself(dependant);
            }
            edges.add(dependant.index(), target.index());
        }

        @Override
        public void depend(PlannedAction<?> dependant, String dependency) {
            checkOpen();
            if (dependency.equals(dependant.name())) {
                throw dependsOnItself(dependant);
            }
            named.add(new NamedDependency(dependant, dependency));
        }

        @Override
        public void checkOpen() {
            if (built) {
                throw new IllegalStateException("the graph has been built");
            }
        }
    }

    private static IllegalArgumentException dependsOnItself(Action<?> action) {
        return new IllegalArgumentException("'" + action + "' depends on itself");
    }

    /**
     * Returns the graph, in time and memory proportional to its actions and dependencies.
     *
     * @throws IllegalArgumentException if actions depend on one another in a cycle, or on a name that no action has; the message
     *     says along which path, each action before what it depends on
     * @throws IllegalStateException if it has been built before
     */
    public TaskGraph build() {
        owner.checkOpen();
        List<NamedDependency> missing = new ArrayList<>();
        for (NamedDependency dependency : named) {
            PlannedAction<?> target = byName.get(dependency.dependency());
            if (target == null) {
                missing.add(dependency);
            } else {
                edges.add(dependency.dependant().index(), target.index());
            }
        }
        List<PlannedAction<?>> all = List.copyOf(actions);
        Neighbours dependants = Neighbours.dependants(all.size(), edges);
        if (!missing.isEmpty()) {
            NamedDependency first = missing.getFirst();
            throw new IllegalArgumentException(
                    GraphPaths.missing(all, dependants, first.dependant().index(), first.dependency()));
        }
        GraphPlan plan = GraphPlan.of(all, dependants, owner);
        built = true;
        forget();
        return new TaskGraph(plan);
    }

    /** The actions know this builder, which therefore keeps nothing that the graph doesn't need. */
    private void forget() {
        actions = new ArrayList<>();
        byName = new HashMap<>();
        named = new ArrayList<>();
        edges = new EdgeList();
    }
}
