package dev.ropewalk.journal;

import java.nio.file.Path;

/** Another process that opens a journal and tells how that ended. */
final class OpenProbe {
    static final int REFUSED = 3;

    private OpenProbe() {}

    static void main(String[] arguments) {
        try (Journal journal = Journal.open(Path.of(arguments[0]))) {
            journal.appender().append(new byte[8]);
        } catch (JournalException e) {
            System.out.println(e);
            System.exit(REFUSED);
        }
    }
}
