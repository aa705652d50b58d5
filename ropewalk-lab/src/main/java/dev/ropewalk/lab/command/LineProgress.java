package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Progress;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.report.Quantity;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A line a cell, for logs. */
final class LineProgress implements Progress {
    private final String experiment;
    private final int cells;
    private final PrintWriter out;
    private final TimeLeft timeLeft;

    LineProgress(String experiment, int cells, TimeLeft timeLeft, PrintWriter out) {
        this.experiment = experiment;
        this.cells = cells;
        this.timeLeft = timeLeft;
        this.out = out;
    }

    @Override
    public void at(double cells, String what) {}

    @Override
    public void cellDone(int index, Params params, List<Result> results, List<Skipped> skipped) {
        int done = index + 1;
        String metric = results.isEmpty() ? "" : results.getFirst().metric();
        String medians = results.stream()
                .filter(result -> result.metric().equals(metric))
                .map(result -> result.contender() + " " + Quantity.format(result.median(), result.unit()))
                .collect(Collectors.joining(", "));
        out.printf(
                Locale.ROOT,
                "[%s %d/%d] %s: %s%s; %d s left%n",
                experiment,
                done,
                cells,
                params,
                medians.isEmpty() ? "no results" : metric + " " + medians,
                skipped.isEmpty() ? "" : "; " + skipped.size() + " skipped",
                timeLeft.after(done).toSeconds());
        out.flush();
    }

    @Override
    public void close() {}
}
