package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.Journal;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** {@code ropewalk journal upgrade}: new segments get the newest format. */
@Command(
        name = "upgrade",
        description = {
            "Raises the format of a journal that no process has open. Segments that are there stay as they are; new ones have the"
                    + " newest format, in which batches take less space and time.",
            "Libraries that don't know that format refuse the journal from then on, and there is no way back."
        },
        mixinStandardHelpOptions = true)
final class UpgradeSubcommand extends JournalAction {
    @Override
    int run(Path journal, PrintWriter out) {
        out.println(
                Journal.upgrade(journal)
                        ? "upgraded: segments that are made from now on have the newest format"
                        : "it has the newest format already");
        return 0;
    }
}
