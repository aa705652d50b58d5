package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Some figures of each part of some kinds, over the last five minutes, as far as somebody watched. Of a part that has gone nothing is kept, and of
 * very many only the first. Any thread may use it.
 */
final class PartHistory implements View {
    private static final int MOST_PARTS = 50;

    private final Map<String, RecentPoints<double[]>> parts = new LinkedHashMap<>();

    /** Adds a point to the history of each part: its figures by its name. */
    synchronized void add(long millis, Map<String, double[]> figures) {
        parts.keySet().retainAll(figures.keySet());
        for (Map.Entry<String, double[]> part : figures.entrySet()) {
            if (parts.containsKey(part.getKey()) || parts.size() < MOST_PARTS) {
                add(
                        millis,
                        parts.computeIfAbsent(part.getKey(), name -> new RecentPoints<>(point -> (long) point[0])),
                        part.getValue());
            }
        }
    }

    private static void add(long millis, RecentPoints<double[]> points, double[] figures) {
        double[] point = new double[figures.length + 1];
        point[0] = millis;
        System.arraycopy(figures, 0, point, 1, figures.length);
        points.add(point);
    }

    /** Returns all points by part, each an array that begins with its time. */
    @Override
    public synchronized ObjectNode look(Query query) {
        ObjectNode all = Json.object();
        parts.forEach((name, points) -> {
            ArrayNode shown = Json.array();
            points.all().forEach(point -> shown.add(json(point)));
            all.set(name, shown);
        });
        return Json.object().set("parts", all);
    }

    /** Returns the last point of each part. */
    synchronized ObjectNode latest() {
        ObjectNode all = Json.object();
        parts.forEach((name, points) -> points.latest().ifPresent(point -> all.set(name, json(point))));
        return all;
    }

    private static ArrayNode json(double[] point) {
        ArrayNode shown = Json.array();
        for (double figure : point) {
            if (Double.isNaN(figure)) {
                shown.addNull();
            } else {
                shown.add(figure);
            }
        }
        return shown;
    }
}
