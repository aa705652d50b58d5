package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.VerificationReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code ropewalk journal verify}: whether every byte is as writers leave it. */
@Command(
        name = "verify",
        description = "Reads every byte of a journal; ends with 1 if something is damaged.",
        mixinStandardHelpOptions = true)
final class VerifySubcommand extends JournalAction {
    @Override
    int run(Path journal, PrintWriter out) {
        VerificationReport report = Journal.verify(journal);
        if (report.isRepairable()) {
            print(report, out);
        }
        Damages.print(report, out);
        if (report.isIntact()) {
            out.println("intact");
            return 0;
        }
        if (report.isRepairable()) {
            out.println("ropewalk journal repair " + journal + " tells what can be done");
        }
        return DAMAGED;
    }

    private static void print(VerificationReport report, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%d segments, %d records from index %d, %d invalidated claims, %d open claims%n",
                report.segments(),
                report.records(),
                report.firstIndex(),
                report.invalidated(),
                report.openClaims());
    }
}
