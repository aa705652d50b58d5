package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.JournalEntry;
import dev.ropewalk.journal.JournalInspector;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ropewalk journal dump}: the records. */
@Command(name = "dump", description = "Prints the records of a journal in order.", mixinStandardHelpOptions = true)
final class DumpSubcommand extends JournalAction {
    private static final int RECORDS_PER_LOOK = 1024;

    @Option(names = "--from", paramLabel = "INDEX", description = "The first record to print; default the first one.")
    private long from;

    @Option(names = "--to", paramLabel = "INDEX", description = "The last record to print; default the last one.")
    private long to = Long.MAX_VALUE;

    @Option(names = "--limit", paramLabel = "N", description = "Stops after so many records.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How to print: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private PayloadFormat format = PayloadFormat.text;

    @Override
    int run(Path journal, PrintWriter out) {
        check();
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            inspector.seek(from);
            long last = -1;
            for (long printed = 0; printed < limit; printed++) {
                Optional<JournalEntry> next = inspector.next();
                if (next.isEmpty()) {
                    tellOpenClaim(inspector, last);
                    break;
                }
                if (next.get().index() > to || isCut(out, printed)) {
                    break;
                }
                out.println(format.show(next.get()));
                last = next.get().index();
            }
            return 0;
        }
    }

    private void check() {
        if (from < 0 || to < from) {
            throw refused("--from must be at least 0, and --to not before it: " + from + ", " + to);
        }
        if (limit < 0) {
            throw refused("--limit must be at least 0: " + limit);
        }
    }

    private void tellOpenClaim(JournalInspector inspector, long last) {
        if (inspector.isBeforeOpenClaim()) {
            warn(
                    (last < 0 ? "no record is shown: a" : "stopped after record " + last + ": a")
                            + " claim follows that isn't committed; what is behind it can be read once it is committed or invalidated");
        }
    }

    /** Looks now and then whether the reader of the output has gone. */
    private static boolean isCut(PrintWriter out, long printed) {
        return printed % RECORDS_PER_LOOK == RECORDS_PER_LOOK - 1 && out.checkError();
    }
}
