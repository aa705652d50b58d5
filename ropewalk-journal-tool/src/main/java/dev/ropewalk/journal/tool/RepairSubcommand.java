package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.VerificationReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ropewalk journal repair}: mends a damaged journal, and ends it before the damage of a record. */
@Command(
        name = "repair",
        description = {
            "Tells what is damaged, and with --truncate repairs it: rebuilds the control file and heads from the other files, and"
                    + " ends the journal at the first damage that no other bytes make good.",
            "What is overwritten or cut is kept aside."
        },
        mixinStandardHelpOptions = true)
final class RepairSubcommand extends JournalAction {
    @Option(
            names = "--truncate",
            description =
                    "Mends, and cuts at the first damage that can't be mended. The records behind it are lost to the"
                            + " journal, intact ones, too.")
    private boolean truncate;

    @Override
    int run(Path journal, PrintWriter out) {
        VerificationReport report = Journal.verify(journal);
        boolean poisoned = isPoisoned(journal);
        if (report.isIntact() && !poisoned) {
            out.println("intact, nothing to repair");
            return 0;
        }
        Damages.print(report, out);
        if (poisoned) {
            out.println("poisoned: forcing it to the disk has failed");
        }
        if (!truncate) {
            out.println(plan(report));
            return DAMAGED;
        }
        repair(journal, out);
        return 0;
    }

    private static String plan(VerificationReport report) {
        if (!report.isRepairable()) {
            return "--truncate would refuse: it can't be told what this journal is";
        }
        return report.damage()
                .map(damage -> "--truncate would cut " + damage.file() + " at offset " + damage.offset() + ", behind "
                        + report.records() + " records, and keep the rest aside")
                .orElse("--truncate would cut nothing: all " + report.records() + " records stay");
    }

    private static void repair(Path journal, PrintWriter out) {
        RepairReport done = Journal.repair(journal);
        out.println(done.cut()
                .map(tail -> "repaired, and cut at segment " + tail.segment() + ", offset " + tail.offset())
                .orElse("repaired, nothing cut"));
        Stream.concat(done.overwritten().stream(), done.cut().stream().flatMap(tail -> tail.kept().stream()))
                .forEach(file -> out.println("kept in " + file));
        done.cursors().forEach(cursor -> out.println("cursor " + cursor.cursor() + ": " + cursor.what()));
        done.lost().forEach(lost -> out.println("lost in " + lost.file() + ": " + lost.what()));
        if (done.invalidatedClaims() > 0) {
            out.println("invalidated " + done.invalidatedClaims() + " claims without a commit");
        }
    }

    private static boolean isPoisoned(Path journal) {
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            return inspector.info().poisoned();
        } catch (JournalException e) {
            // Too damaged to be looked at, which is reason enough to repair it.
            return false;
        }
    }
}
