package dev.ropewalk.sim.trace;

import dev.ropewalk.sim.engine.StepLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A trace as text: a column a party, a line for each fault and each step or several equal ones, with the virtual time in microseconds before it. */
public final class Columns {
    private static final int MAX_LINES = 200;
    private static final int WIDTH = 22;
    // "#4 Strand[ActorRef[/bank/ann], busy]"; one without a name of its own stays a Strand.
    private static final Pattern STRAND = Pattern.compile("(?<=^#\\d{1,9} )Strand\\[(.+), (?:idle|busy)]$");
    private static final Pattern ACTOR = Pattern.compile("ActorRef\\[(.*)]$");

    private Columns() {}

    /** Returns the lines of a trace; of a long one, the last steps. */
    public static List<String> lines(Trace trace) {
        List<TraceRow> all = TraceRow.of(trace);
        List<TraceRow> rows = all.subList(Math.max(0, all.size() - MAX_LINES), all.size());
        List<Integer> parties = rows.stream()
                .map(TraceRow::party)
                .filter(party -> party != StepLog.NO_PARTY)
                .distinct()
                .sorted()
                .toList();
        List<String> lines = new ArrayList<>();
        if (rows.size() < all.size()) {
            lines.add("(" + rows.getFirst().before() + " steps before these)");
        }
        var head = new StringBuilder(cell("us"));
        parties.forEach(party -> head.append(cell(heading(trace.party(party)))));
        lines.add(head.toString().stripTrailing());
        for (TraceRow row : rows) {
            var line = new StringBuilder(cell(String.valueOf(TimeUnit.NANOSECONDS.toMicros(row.nanos()))));
            line.append(" ".repeat(WIDTH * Math.max(0, parties.indexOf(row.party()))));
            lines.add(line.append(row.text(trace)).toString());
        }
        return lines;
    }

    /**
     * Returns what tells a party from others: for a strand, whose it is and not what it does at the moment. Of a path that is too long
     * the end is kept.
     */
    static String heading(String party) {
        String told = STRAND.matcher(party).replaceFirst("$1");
        told = ACTOR.matcher(told).replaceFirst("$1");
        int nameAt = told.indexOf(' ') + 1;
        int room = WIDTH - 1 - nameAt;
        String name = told.substring(nameAt);
        return name.length() <= room || !name.startsWith("/")
                ? told
                : told.substring(0, nameAt) + "~" + name.substring(name.length() - room + 1);
    }

    private static String cell(String text) {
        String shortened = text.length() < WIDTH ? text : text.substring(0, WIDTH - 2) + "~";
        return shortened + " ".repeat(WIDTH - shortened.length());
    }
}
