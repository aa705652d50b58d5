package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.JournalInfo;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.LastRecovery;
import dev.ropewalk.journal.RecoveryReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code ropewalk journal info}: what the journal is and how it stands. */
@Command(
        name = "info",
        description = "Tells what a journal holds, how far it is durable, and which processes use it.",
        mixinStandardHelpOptions = true)
final class InfoSubcommand extends JournalAction {
    @Override
    int run(Path path, PrintWriter out) {
        try (JournalInspector inspector = JournalInspector.open(path)) {
            print(inspector.info(), path, out);
        }
        return 0;
    }

    private static void print(JournalInfo info, Path path, PrintWriter out) {
        line(out, "journal", path + ", identity " + Long.toHexString(info.identity()) + ", made " + info.made());
        line(
                out,
                "segments",
                info.lastSegment() - info.firstSegment() + 1 + " of " + bytes(info.segmentBytes()) + ", number "
                        + info.firstSegment() + " to " + info.lastSegment() + "; " + bytes(info.bytes())
                        + " in all files");
        line(out, "format", format(info));
        line(
                out,
                "records",
                info.nextIndex() == info.firstIndex()
                        ? "none, the next has index " + info.nextIndex()
                        : "index " + info.firstIndex() + " to " + (info.nextIndex() - 1));
        line(out, "times", "first segment from " + time(info.begun()) + ", last from " + time(info.rolled()));
        line(out, "durable", durable(info));
        line(out, "writers", writers(info));
        info.cursors()
                .forEach((name, index) ->
                        line(out, "cursor", name + " at " + index + ", " + (info.nextIndex() - index) + " to read"));
        info.damagedCursors().forEach((name, what) -> line(out, "cursor", name + " can't be used: its file " + what));
        line(out, "recovery", info.isRecoveryDue() ? "due at the next opening" : "not due");
        info.lastRecovery().ifPresent(last -> line(out, last.byRepair() ? "repaired" : "recovered", recovered(last)));
        info.cut().forEach(file -> line(out, "cut", file.toString()));
    }

    private static String format(JournalInfo info) {
        if (info.formats().values().stream().allMatch(format -> format == info.format())) {
            return String.valueOf(info.format());
        }
        return info.formats().entrySet().stream()
                        .map(each -> each.getValue() + " from segment " + each.getKey() + " on")
                        .collect(Collectors.joining(", "))
                + "; new segments have " + info.format();
    }

    private static String durable(JournalInfo info) {
        if (info.poisoned()) {
            return "poisoned: forcing it to the disk has failed";
        }
        long behind = Math.max(0, info.endPosition() - info.durablePosition());
        return behind == 0
                ? "all"
                : "up to segment " + info.durablePosition() / info.segmentBytes() + ", offset "
                        + info.durablePosition() % info.segmentBytes() + "; " + bytes(behind) + " behind the end";
    }

    private static String writers(JournalInfo info) {
        if (info.writers().isEmpty()) {
            return "unknown, the locks can't be read";
        }
        int writers = info.writers().getAsInt();
        return writers == 0 ? "none" : writers + " open";
    }

    private static String recovered(LastRecovery last) {
        RecoveryReport report = last.report();
        String cause = report.machineStopped() ? ", after the machine had stopped" : ", after writers had died";
        return last.at() + (last.byRepair() ? "" : cause)
                + ": "
                + count(report.records(), "record") + " looked at, " + count(report.invalidatedClaims(), "claim")
                + " invalidated, "
                + report.cut()
                        .map(cut -> bytes(cut.bytes()) + " cut at segment " + cut.segment() + ", offset " + cut.offset()
                                + ": " + cut.reason() + "; kept in "
                                + cut.kept().stream().map(Path::toString).collect(Collectors.joining(", ")))
                        .orElse("nothing cut");
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static void line(PrintWriter out, String name, String value) {
        out.println(name + " ".repeat(Math.max(1, 10 - name.length())) + value);
    }

    private static String time(Optional<Instant> time) {
        return time.map(Instant::toString).orElse("-");
    }

    private static String bytes(long bytes) {
        String[] units = {"bytes", "KiB", "MiB", "GiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return value == Math.rint(value)
                ? (long) value + " " + units[unit]
                : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
