package dev.ropewalk.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the report of a campaign for people. */
final class ReportText {
    private static final int MANY_RUNS = 20;
    private static final int FEW_SCHEDULES = 10;

    private ReportText() {}

    static String of(CampaignReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(line(report));
        if (report.strategies().size() > 1) {
            strategies(report, lines);
        }
        report.coverage().forEach(property -> lines.add(line(property)));
        report.missing().forEach(missing -> lines.add("missing: " + missing));
        if (isBarelyExplored(report)) {
            lines.add("few schedules: " + count(report.runs(), "run") + " had " + count(report.schedules(), "schedule")
                    + " together, so most runs were the same. Locks, atomics and collections of the JDK are no points:"
                    + " Simulation.point(..) before each use of what parties share lets others go first there");
        }
        if (report.disturbed() > 0) {
            lines.add(
                    "disturbed: " + count(report.disturbed(), "run") + " took other steps beside other runs than alone;"
                            + " they share something, such as a static field or a lock");
        }
        return String.join("\n", lines);
    }

    /** Returns whether nearly all runs did the same, though they might have done something else. */
    private static boolean isBarelyExplored(CampaignReport report) {
        return report.runs() >= MANY_RUNS
                && report.schedules() <= FEW_SCHEDULES
                && !report.exhausted()
                && report.end() != CampaignEnd.FAILED;
    }

    /** Returns the numbers in one line. */
    static String line(CampaignReport report) {
        return count(report.runs(), "run") + " in " + time(report.time()) + ", " + count(report.steps(), "step") + ", "
                + Math.round(report.stepsPerSecond()) + " steps/s, " + count(report.schedules(), "schedule") + ", "
                + count(report.parallelism(), "thread") + "; " + report.end();
    }

    private static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        return millis < 10_000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }

    private static void strategies(CampaignReport report, List<String> lines) {
        int width = report.strategies().stream()
                .mapToInt(each -> each.strategy().length())
                .max()
                .orElse(0);
        String form = "%-" + width + "s  %10s %12s %13s  %s";
        lines.add(String.format(Locale.ROOT, form, "strategy", "runs", "steps", "new schedules", "found")
                .stripTrailing());
        for (StrategyCoverage each : report.strategies()) {
            List<String> found = new ArrayList<>();
            each.found().forEach(name -> found.add('"' + name + '"'));
            if (each.failed()) {
                found.add("the failure");
            }
            lines.add(String.format(
                            Locale.ROOT,
                            form,
                            each.strategy(),
                            each.runs(),
                            each.steps(),
                            each.schedules(),
                            String.join(", ", found))
                    .stripTrailing());
        }
    }

    private static String line(PropertyCoverage property) {
        return property.kind() + " \"" + property.name() + "\": held " + property.held() + " of "
                + count(property.looks(), "time") + " in " + count(property.runs(), "run");
    }

    /** Returns a number with a noun in the right form. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : what.endsWith("h") ? "es" : "s");
    }
}
