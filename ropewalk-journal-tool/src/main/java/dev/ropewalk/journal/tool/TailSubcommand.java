package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.JournalEntry;
import dev.ropewalk.journal.JournalInspector;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ropewalk journal tail}: the last records, and those to come. */
@Command(
        name = "tail",
        description = "Prints the last records of a journal, and with --follow those to come.",
        mixinStandardHelpOptions = true)
final class TailSubcommand extends JournalAction {
    @Option(
            names = {"-n", "--records"},
            paramLabel = "N",
            description = "How many of the last records to print; default ${DEFAULT-VALUE}.")
    private long records = 10;

    @Option(
            names = {"-f", "--follow"},
            description = "Waits for further records until it is interrupted.")
    private boolean follow;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How to print: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private PayloadFormat format = PayloadFormat.text;

    @Override
    int run(Path journal, PrintWriter out) {
        if (records < 0) {
            throw refused("--records must be at least 0: " + records);
        }
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            inspector.seekLast(records);
            do {
                for (Optional<JournalEntry> next = inspector.next(); next.isPresent(); next = inspector.next()) {
                    out.println(format.show(next.get()));
                }
                if (follow && !out.checkError()) {
                    inspector.await();
                }
            } while (follow && !out.checkError());
        } catch (InterruptedException e) {
            // The way in which following ends.
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
