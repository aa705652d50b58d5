package dev.ropewalk.console.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Finds which edges are in circles: those within a strongly connected component. Tarjan's algorithm, without recursion. */
final class Circles {
    private final Map<String, List<String>> targets = new HashMap<>();
    private final Map<String, Integer> index = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Map<String, Integer> component = new HashMap<>();
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private int components;

    /** A node on the way that is being followed, and which of its edges are left. */
    private record Step(String node, Iterator<String> left) {}

    private Circles(Set<WaitGraph.Edge> edges) {
        for (WaitGraph.Edge edge : edges) {
            targets.computeIfAbsent(edge.from(), from -> new ArrayList<>()).add(edge.to());
        }
    }

    static Circles among(Set<WaitGraph.Edge> edges) {
        var circles = new Circles(edges);
        for (WaitGraph.Edge edge : edges) {
            if (!circles.index.containsKey(edge.from())) {
                circles.follow(edge.from());
            }
        }
        return circles;
    }

    /** Returns whether an edge is in a circle. */
    boolean has(WaitGraph.Edge edge) {
        return Objects.equals(component.get(edge.from()), component.get(edge.to()));
    }

    private void follow(String start) {
        var way = new ArrayDeque<Step>();
        way.push(visit(start));
        while (!way.isEmpty()) {
            Step step = way.peek();
            if (step.left.hasNext()) {
                String target = step.left.next();
                if (!index.containsKey(target)) {
                    way.push(visit(target));
                } else if (!component.containsKey(target)) {
                    low.merge(step.node, index.getOrDefault(target, 0), Math::min);
                }
            } else {
                way.pop();
                leave(step.node);
                if (!way.isEmpty()) {
                    low.merge(way.peek().node, low.getOrDefault(step.node, 0), Math::min);
                }
            }
        }
    }

    private Step visit(String node) {
        int number = index.size();
        index.put(node, number);
        low.put(node, number);
        open.push(node);
        return new Step(node, targets.getOrDefault(node, List.of()).iterator());
    }

    private void leave(String node) {
        if (!Objects.equals(low.get(node), index.get(node))) {
            return;
        }
        int number = components++;
        String member;
        do {
            member = open.pop();
            component.put(member, number);
        } while (!member.equals(node));
    }
}
