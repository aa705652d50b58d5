package dev.ropewalk.sim.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A trace as text: a column a party, a line for each step or several equal ones, with the virtual time in microseconds before it. */
public final class Columns {
    private static final int MAX_LINES = 200;
    private static final int WIDTH = 22;

    private Columns() {}

    /** Returns the lines of a trace; of a long one, the last steps. */
    public static List<String> lines(Trace trace) {
        List<StepGroup> all = StepGroup.of(trace.steps());
        List<StepGroup> groups = all.subList(Math.max(0, all.size() - MAX_LINES), all.size());
        List<Integer> parties = groups.stream()
                .map(group -> group.step().party())
                .distinct()
                .sorted()
                .toList();
        List<String> lines = new ArrayList<>();
        if (groups.size() < all.size()) {
            lines.add("(" + groups.getFirst().first() + " steps before these)");
        }
        var head = new StringBuilder(cell("us"));
        parties.forEach(party -> head.append(cell(trace.party(party))));
        lines.add(head.toString().stripTrailing());
        for (StepGroup group : groups) {
            TracedStep step = group.step();
            var line = new StringBuilder(cell(String.valueOf(TimeUnit.NANOSECONDS.toMicros(step.nanos()))));
            line.append(" ".repeat(WIDTH * parties.indexOf(step.party())));
            lines.add(line.append(group.text(trace)).toString());
        }
        return lines;
    }

    private static String cell(String text) {
        String shortened = text.length() < WIDTH ? text : text.substring(0, WIDTH - 2) + "~";
        return shortened + " ".repeat(WIDTH - shortened.length());
    }
}
