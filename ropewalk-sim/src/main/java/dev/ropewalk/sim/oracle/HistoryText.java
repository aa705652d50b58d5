package dev.ropewalk.sim.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A history that isn't linearizable as text: a column a client, a line an event. A call and its return show the number of the
 * operation in the longest order that the model accepts.
 */
final class HistoryText {
    private static final int MAX_EVENTS = 60;
    private static final int MAX_STATE = 200;
    private static final int MAX_CELL = 40;

    private HistoryText() {}

    /** An event in its column. */
    private record Cell(int event, String client, String text) {}

    static String of(String part, List<? extends RecordedOperation<?, ?>> operations, LongestOrder<?> longest) {
        RecordedOperation<?, ?> stuck = operations.get(longest.stuck());
        var text = new StringBuilder("the history").append(part).append(" isn't linearizable: ");
        text.append(stuck)
                .append(" of ")
                .append(stuck.client())
                .append(" has no place in any order. After the longest");
        text.append(" part of an order, ")
                .append(longest.order().size())
                .append(" of ")
                .append(operations.size());
        text.append(" operations, the state is ").append(shortened(String.valueOf(longest.state()), MAX_STATE));
        List<Cell> all = cells(operations, longest);
        int end = 0;
        while (end < all.size() && all.get(end).event() <= stuck.returned()) {
            end++;
        }
        int begin = Math.max(0, end - MAX_EVENTS);
        List<Cell> shown = all.subList(begin, end);
        if (begin > 0) {
            text.append("\n  (").append(begin).append(" events before these)");
        }
        appendColumns(text, shown);
        if (end < all.size()) {
            text.append("\n  (").append(all.size() - end).append(" events after these)");
        }
        return text.toString();
    }

    private static List<Cell> cells(List<? extends RecordedOperation<?, ?>> operations, LongestOrder<?> longest) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            RecordedOperation<?, ?> operation = operations.get(i);
            int place = longest.order().indexOf(i);
            String mark = place >= 0 ? "[" + (place + 1) + "] " : i == longest.stuck() ? "[!] " : "[ ] ";
            cells.add(new Cell(operation.invoked(), operation.client(), mark + operation.input()));
            if (operation.hasReturned()) {
                String output = operation.output() == null ? "returns" : "= " + operation.output();
                cells.add(new Cell(operation.returned(), operation.client(), mark + output));
            }
        }
        cells.sort(Comparator.comparingInt(Cell::event));
        return cells;
    }

    private static void appendColumns(StringBuilder text, List<Cell> shown) {
        List<String> clients = shown.stream().map(Cell::client).distinct().toList();
        int[] starts = new int[clients.size() + 1];
        for (int i = 0; i < clients.size(); i++) {
            String client = clients.get(i);
            int width = Collections.max(shown.stream()
                    .filter(cell -> cell.client().equals(client))
                    .map(cell -> Math.min(MAX_CELL, cell.text().length()))
                    .toList());
            starts[i + 1] = starts[i] + 2 + Math.max(width, Math.min(MAX_CELL, client.length()));
        }
        var head = new StringBuilder();
        for (int i = 0; i < clients.size(); i++) {
            head.append(" ".repeat(starts[i] - head.length())).append(shortened(clients.get(i), MAX_CELL));
        }
        text.append("\n    ").append(head);
        text.append(shown.stream()
                .map(cell -> "\n    " + " ".repeat(starts[clients.indexOf(cell.client())])
                        + shortened(cell.text(), MAX_CELL))
                .collect(Collectors.joining()));
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
