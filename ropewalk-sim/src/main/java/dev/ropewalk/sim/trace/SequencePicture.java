package dev.ropewalk.sim.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A trace as a page of HTML that needs nothing else: a lifeline a party, a row for each step or several equal ones. Thick arrows show which step has let another
 * party go on, thin lines where the turn went from one party to another.
 */
public final class SequencePicture {
    private static final int MAX_ROWS = 500;
    private static final int LEFT = 130;
    private static final int COLUMN = 190;
    private static final int ROW = 30;
    private static final int BOX_WIDTH = 166;
    private static final int BOX_HEIGHT = 22;
    private static final int LETTERS = 25;
    private static final Comparator<StepGroup> BY_FIRST = Comparator.comparingInt(StepGroup::first);

    private final Trace trace;
    private final List<StepGroup> rows;
    private final List<Integer> parties;
    private final StringBuilder page = new StringBuilder();

    private SequencePicture(Trace trace) {
        this.trace = trace;
        List<StepGroup> all = StepGroup.of(trace.steps());
        this.rows = all.subList(Math.max(0, all.size() - MAX_ROWS), all.size());
        this.parties = rows.stream()
                .map(group -> group.step().party())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the page. */
    public static String page(Trace trace, PictureTitle title) {
        return new SequencePicture(trace).draw(title);
    }

    private String draw(PictureTitle title) {
        page.append(PictureFrame.begin(title, trace.steps().size(), switches()));
        int first = rows.isEmpty() ? 0 : rows.getFirst().first();
        if (first > 0) {
            page.append("<p>The first ").append(first).append(" steps aren't shown.</p>\n");
        }
        int width = LEFT + COLUMN * parties.size() + 20;
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
        return parties.indexOf(rows.get(row).step().party());
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
        for (int i = 1; i < rows.size(); i++) {
            if (column(i) != column(i - 1)) {
                int between = middle(i) - ROW / 2;
                line("turn", centre(column(i - 1)), between, centre(column(i)), between);
            }
        }
    }

    private void row(int row) {
        StepGroup group = rows.get(row);
        TracedStep step = group.step();
        boolean isLast = row == rows.size() - 1;
        int y = middle(row);
        text("number", 34, y + 4, String.valueOf(group.first() + 1), "");
        boolean moved = row == 0 || step.nanos() != rows.get(row - 1).step().nanos();
        text(moved ? "time moved" : "time", LEFT - 8, y + 4, PictureFrame.time(step.nanos()), "");
        int x = centre(column(row)) - BOX_WIDTH / 2;
        page.append("<rect class=\"").append(PictureFrame.style(step.kind())).append(isLast ? " last" : "");
        page.append("\" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y - BOX_HEIGHT / 2)
                .append("\" width=\"");
        page.append(BOX_WIDTH).append("\" height=\"").append(BOX_HEIGHT).append("\" rx=\"4\"/>\n");
        String whole = group.text(trace);
        text("what", x + 7, y + 4, Html.shortened(whole, LETTERS), whole);
    }

    /** Returns the row of a step, or -1 if it isn't shown. */
    private int rowOf(int index) {
        int found = Collections.binarySearch(rows, new StepGroup(trace.steps().get(index), index, 1), BY_FIRST);
        return found >= 0 ? found : -found - 2;
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
