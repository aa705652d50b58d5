package dev.ropewalk.graph.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** Paths through a graph, found without recursion: a chain of a million actions has a path as deep. */
public final class GraphPaths {
    /** The most names in a message, half of them at either end. */
    private static final int MAX_NAMES = 40;

    private GraphPaths() {}

    /**
     * Returns for each action the estimated length of the longest path from its start to the end of the graph.
     *
     * @throws IllegalArgumentException if there is a cycle; the message names its actions
     */
    public static long[] longest(List<PlannedAction<?>> actions, Neighbours dependencies, Neighbours dependants) {
        int[] waitsFor = new int[actions.size()];
        int[] order = new int[actions.size()];
        int ordered = 0;
        for (int action = 0; action < actions.size(); action++) {
            waitsFor[action] = dependencies.count(action);
            if (waitsFor[action] == 0) {
                order[ordered++] = action;
            }
        }
        for (int done = 0; done < ordered; done++) {
            int action = order[done];
            for (int at = dependants.start(action); at < dependants.end(action); at++) {
                if (--waitsFor[dependants.at(at)] == 0) {
                    order[ordered++] = dependants.at(at);
                }
            }
        }
        if (ordered < actions.size()) {
            throw new IllegalArgumentException(cycle(actions, dependencies, waitsFor));
        }
        long[] paths = new long[actions.size()];
        for (int done = ordered - 1; done >= 0; done--) {
            int action = order[done];
            long longest = 0;
            for (int at = dependants.start(action); at < dependants.end(action); at++) {
                longest = Math.max(longest, paths[dependants.at(at)]);
            }
            long sum = longest + actions.get(action).costNanos();
            paths[action] = sum < 0 ? Long.MAX_VALUE : sum;
        }
        return paths;
    }

    /** Each action that still waits has a dependency that does, so that a walk along them comes round. */
    private static String cycle(List<PlannedAction<?>> actions, Neighbours dependencies, int[] waitsFor) {
        int action = 0;
        while (waitsFor[action] == 0) {
            action++;
        }
        BitSet visited = new BitSet();
        List<Integer> walk = new ArrayList<>();
        while (!visited.get(action)) {
            visited.set(action);
            walk.add(action);
            action = waitingDependency(action, dependencies, waitsFor);
        }
        List<Integer> round = walk.subList(walk.indexOf(action), walk.size());
        List<String> names = new ArrayList<>();
        round.forEach(each -> names.add(actions.get(each).name()));
        names.add(actions.get(action).name());
        return "actions depend on one another: " + text(names);
    }

    private static int waitingDependency(int action, Neighbours dependencies, int[] waitsFor) {
        int at = dependencies.start(action);
        while (waitsFor[dependencies.at(at)] == 0) {
            at++;
        }
        return dependencies.at(at);
    }

    /** Says along which path an action that doesn't exist is needed, from an action that none depends on if there is one. */
    public static String missing(
            List<PlannedAction<?>> actions, Neighbours dependants, int dependant, String dependency) {
        List<String> names = new ArrayList<>();
        names.add(dependency);
        BitSet visited = new BitSet();
        int action = dependant;
        while (!visited.get(action)) {
            visited.set(action);
            names.add(actions.get(action).name());
            if (dependants.count(action) > 0) {
                action = dependants.at(dependants.start(action));
            }
        }
        Collections.reverse(names);
        return "there is no action '" + dependency + "': " + text(names);
    }

    private static String text(List<String> names) {
        if (names.size() <= MAX_NAMES) {
            return String.join(" -> ", names);
        }
        int half = MAX_NAMES / 2;
        return String.join(" -> ", names.subList(0, half)) + " -> (" + (names.size() - MAX_NAMES) + " more) -> "
                + String.join(" -> ", names.subList(names.size() - half, names.size()));
    }
}
