package dev.ropewalk.lab.journal;

import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.VerificationReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ropewalk journal repair}: ends a damaged journal before the damage. */
@Command(
        name = "repair",
        description = "Tells what is damaged, and with --truncate ends the journal there; what is cut is kept aside.",
        mixinStandardHelpOptions = true)
final class RepairSubcommand extends JournalAction {
    @Option(
            names = "--truncate",
            description = "Cuts at the first damage. The records behind it are lost to the journal, intact ones, too.")
    private boolean truncate;

    @Override
    int run(Path journal, PrintWriter out) {
        VerificationReport report = Journal.verify(journal);
        boolean poisoned = isPoisoned(journal);
        if (report.isIntact() && !poisoned) {
            out.println("intact, nothing to repair");
            return 0;
        }
        report.damage().ifPresent(damage -> out.println(Damages.describe(damage)));
        if (poisoned) {
            out.println("poisoned: forcing it to the disk has failed");
        }
        if (!truncate) {
            out.println(report.damage()
                    .map(damage -> "--truncate would cut at segment " + damage.segment() + ", offset " + damage.offset()
                            + ", behind " + report.records() + " records, and keep the rest aside")
                    .orElse("--truncate would force it again and end the poison; nothing would be cut"));
            return DAMAGED;
        }
        Optional<CutTail> cut = Journal.repair(journal);
        cut.ifPresent(tail -> {
            out.println("cut at segment " + tail.segment() + ", offset " + tail.offset());
            tail.kept().forEach(file -> out.println("kept in " + file));
        });
        return 0;
    }

    private static boolean isPoisoned(Path journal) {
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            return inspector.info().poisoned();
        } catch (JournalCorruptException e) {
            // Which is reason enough to repair it.
            return false;
        }
    }
}
