package dev.ropewalk.sim.trace;

import dev.ropewalk.sim.engine.StepLog;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A trace as a page of HTML that needs nothing else: a lifeline a party, a row for each fault and each step or several equal ones. Thick arrows show which step has let another
 * party go on, thin lines where the turn went from one party to another.
 */
public final class SequencePicture {
    private static final int MAX_ROWS = 500;
    private static final int LEFT = 130;
    private static final int COLUMN = 190;
    private static final int ROW = 30;
    private static final int BOX_WIDTH = 166;
    private static final int BOX_HEIGHT = 22;
    private static final int LETTERS = 21;

    /** A fault stands in its row alone, so its box is as wide as its text; that of one that strikes no party, as all columns. */
    private static final int LETTER_WIDTH = 8;

    private final Trace trace;
    private final List<TraceRow> rows;

    /** The rows with steps by the indexes of their first ones. */
    private final NavigableMap<Integer, Integer> rowsOfSteps = new TreeMap<>();

    private final List<Integer> parties;
    private final StringBuilder page = new StringBuilder();

    private SequencePicture(Trace trace) {
        this.trace = trace;
        List<TraceRow> all = TraceRow.of(trace);
        this.rows = all.subList(Math.max(0, all.size() - MAX_ROWS), all.size());
        this.parties = rows.stream()
                .map(TraceRow::party)
                .filter(party -> party != StepLog.NO_PARTY)
                .distinct()
                .sorted()
                .toList();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof StepGroup group) {
                rowsOfSteps.put(group.first(), i);
            }
        }
    }

    /** Returns the page. */
    public static String page(Trace trace, PictureTitle title) {
        return new SequencePicture(trace).draw(title);
    }

    private String draw(PictureTitle title) {
        page.append(PictureFrame.begin(title, trace, switches()));
        int first = rows.isEmpty() ? 0 : rows.getFirst().before();
        if (first > 0) {
            page.append("<p>The first ").append(first).append(" steps aren't shown.</p>\n");
        }
        int width = width();
        beginDrawing("names", width, ROW + 4);
        for (int i = 0; i < parties.size(); i++) {
            String name = trace.party(parties.get(i));
            text("name", centre(i), 21, Html.shortened(name, LETTERS), name);
        }
        page.append("</svg>\n");
        beginDrawing("steps", width, ROW * (rows.size() + 1));
        page.append(PictureFrame.ARROW);
        lifelines();
        turns();
        for (int i = 0; i < rows.size(); i++) {
            row(i);
        }
        arrows();
        page.append("</svg>\n").append(PictureFrame.end(title));
        return page.toString();
    }

    private int width() {
        return LEFT + COLUMN * parties.size() + 20;
    }

    private long switches() {
        long switches = 0;
        for (int i = 1; i < trace.steps().size(); i++) {
            switches += trace.steps().get(i).party() != trace.steps().get(i - 1).party() ? 1 : 0;
        }
        return switches;
    }

    private void beginDrawing(String style, int width, int height) {
        page.append("<svg class=\"")
                .append(style)
                .append("\" width=\"")
                .append(width)
                .append("\" height=\"");
        page.append(height).append("\" role=\"img\">\n");
    }

    private int column(int row) {
        return parties.indexOf(rows.get(row).party());
    }

    private static int centre(int column) {
        return LEFT + COLUMN * column + COLUMN / 2;
    }

    private static int middle(int row) {
        return ROW * row + ROW / 2 + 4;
    }

    private void text(String style, int x, int y, String text, String whole) {
        page.append("<text class=\"")
                .append(style)
                .append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y)
                .append("\">");
        if (whole.length() > text.length()) {
            page.append("<title>").append(Html.escaped(whole)).append("</title>");
        }
        page.append(Html.escaped(text)).append("</text>\n");
    }

    private void line(String style, int x1, int y1, int x2, int y2) {
        page.append("<line class=\"")
                .append(style)
                .append("\" x1=\"")
                .append(x1)
                .append("\" y1=\"")
                .append(y1);
        page.append("\" x2=\"").append(x2).append("\" y2=\"").append(y2).append("\"/>\n");
    }

    /** A line for each party from its first step to its last. */
    private void lifelines() {
        for (int column = 0; column < parties.size(); column++) {
            List<Integer> own = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                if (column(i) == column) {
                    own.add(i);
                }
            }
            line("life", centre(column), middle(own.getFirst()), centre(column), middle(own.getLast()));
        }
    }

    private void turns() {
        int before = -1;
        for (int row : rowsOfSteps.values()) {
            if (before >= 0 && column(row) != column(before)) {
                int between = middle(row) - ROW / 2;
                line("turn", centre(column(before)), between, centre(column(row)), between);
            }
            before = row;
        }
    }

    private void row(int index) {
        TraceRow row = rows.get(index);
        int y = middle(index);
        text("number", 34, y + 4, String.valueOf(row.number()), "");
        boolean moved = index == 0 || row.nanos() != rows.get(index - 1).nanos();
        text(moved ? "time moved" : "time", LEFT - 8, y + 4, PictureFrame.time(row.nanos()), "");
        int x = centre(Math.max(0, column(index))) - BOX_WIDTH / 2;
        String whole = row.text(trace);
        switch (row) {
            case StepGroup group -> {
                boolean isLast = index == rowsOfSteps.lastEntry().getValue();
                box(PictureFrame.style(group.step().kind()) + (isLast ? " last" : ""), x, y, BOX_WIDTH);
                text("what", x + 7, y + 4, Html.shortened(whole, LETTERS), whole);
            }
            case TracedFault _ -> {
                boolean isWide = row.party() == StepLog.NO_PARTY;
                int needed = isWide ? width() : Math.max(BOX_WIDTH, whole.length() * LETTER_WIDTH + 14);
                int left = Math.max(LEFT + 12, Math.min(x, width() - 32 - needed));
                box("fault", left, y, Math.min(needed, width() - 32 - left));
                text("what", left + 7, y + 4, whole, whole);
            }
        }
    }

    private void box(String style, int x, int middle, int width) {
        page.append("<rect class=\"").append(style).append("\" x=\"").append(x);
        page.append("\" y=\"")
                .append(middle - BOX_HEIGHT / 2)
                .append("\" width=\"")
                .append(width);
        page.append("\" height=\"").append(BOX_HEIGHT).append("\" rx=\"4\"/>\n");
    }

    /** Returns the row of a step, or -1 if it isn't shown. */
    private int rowOf(int index) {
        var row = rowsOfSteps.floorEntry(index);
        return row == null ? -1 : row.getValue();
    }

    private void arrows() {
        for (Cause cause : Causes.of(trace)) {
            int from = rowOf(cause.from());
            int to = rowOf(cause.to());
            if (from >= 0) {
                int side = column(from) < column(to) ? BOX_WIDTH / 2 : -BOX_WIDTH / 2;
                line(
                        "cause",
                        centre(column(from)) + side,
                        middle(from),
                        centre(column(to)) - side - Integer.signum(side) * 4,
                        middle(to));
            }
        }
    }
}
