package dev.ropewalk.lab.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The actions of a build, each after all that it depends on. Immutable. */
final class ActionGraph {
    private final List<BuildAction> actions;
    private final List<List<Integer>> dependents;

    ActionGraph(List<BuildAction> actions) {
        this.actions = List.copyOf(actions);
        List<List<Integer>> lists = new ArrayList<>();
        for (BuildAction action : actions) {
            if (action.id() != lists.size()) {
                throw new IllegalArgumentException("action " + action.id() + " is at place " + lists.size());
            }
            action.dependencies().forEach(dependency -> lists.get(dependency).add(action.id()));
            lists.add(new ArrayList<>());
        }
        dependents = lists.stream().map(List::copyOf).toList();
    }

    int size() {
        return actions.size();
    }

    List<BuildAction> actions() {
        return actions;
    }

    BuildAction action(int id) {
        return actions.get(id);
    }

    /** Returns the actions that depend on one. */
    List<Integer> dependents(int id) {
        return dependents.get(id);
    }

    /** Returns how long the longest chain of dependent actions takes: no number of machines is faster. */
    long criticalPathNanos() {
        var ends = new long[size()];
        long last = 0;
        for (BuildAction action : actions) {
            long start = 0;
            for (int dependency : action.dependencies()) {
                start = Math.max(start, ends[dependency]);
            }
            ends[action.id()] = start + action.nanos();
            last = Math.max(last, ends[action.id()]);
        }
        return last;
    }

    /** Returns how long the scarcest resource is used if it never waits: demand by time, divided by capacity. */
    long resourceNanos(Capacities capacities) {
        long calls = sum(action -> action.remote() ? action.nanos() : 0) / capacities.calls();
        long cpus = sum(action -> action.remote() ? 0 : action.nanos()) / capacities.cpus();
        long memory = sum(action -> action.nanos() * action.mebibytes()) / capacities.mebibytes();
        return Math.max(memory, Math.max(calls, cpus));
    }

    private long sum(ToLongFunction<BuildAction> use) {
        return actions.stream().mapToLong(use).sum();
    }
}
