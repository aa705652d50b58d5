package dev.ropewalk.pipeline.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which stages come after which, by name: checked and put in an order. */
public final class StageGraph {
    private StageGraph() {}

    /**
     * Checks that every stage comes after others that there are, and never after itself, and returns the names so that each
     * comes after those that it depends on.
     *
     * @param after for each stage those that it comes after
     * @throws IllegalArgumentException if a stage isn't known, or the stages depend on each other in a circle
     */
    public static List<String> inOrder(Map<String, List<String>> after) {
        after.forEach((stage, dependencies) -> dependencies.forEach(dependency -> {
            if (!after.containsKey(dependency)) {
                throw unknown(stage, dependency, after.keySet());
            }
        }));
        var marks = new LinkedHashMap<String, Boolean>();
        var order = new ArrayList<String>();
        for (String stage : after.keySet()) {
            visit(stage, after, marks, order, new ArrayList<>());
        }
        return order;
    }

    static IllegalArgumentException unknown(String stage, String dependency, Set<String> known) {
        return new IllegalArgumentException(
                "stage " + stage + " is to come after " + dependency + ", but the stages are " + known);
    }

    private static void visit(
            String stage,
            Map<String, List<String>> after,
            Map<String, Boolean> finished,
            List<String> order,
            List<String> path) {
        path.add(stage);
        Boolean mark = finished.get(stage);
        if (mark == null) {
            finished.put(stage, false);
            for (String dependency : after.getOrDefault(stage, List.of())) {
                visit(dependency, after, finished, order, path);
            }
            finished.put(stage, true);
            order.add(stage);
        } else if (!mark) {
            List<String> circle = path.subList(path.indexOf(stage), path.size());
            throw new IllegalArgumentException(
                    "stages come after each other in a circle: " + String.join(" after ", circle));
        }
        path.removeLast();
    }
}
