package dev.ropewalk.journal;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Another process that makes all kinds of a journal's files, with permissions of its own. */
final class PermissionsProbe {
    private PermissionsProbe() {}

    static void main(String[] arguments) {
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(4096)
                .claimTimeout(Duration.ofMillis(1))
                .permissions(PosixFilePermissions.fromString(arguments[1]));
        try (Journal journal = Journal.open(Path.of(arguments[0]), options);
                Tailer tailer = journal.tailer("reader")) {
            for (int i = 0; i < 8; i++) {
                journal.appender().append(new byte[1000]);
            }
            tailer.commit();
        }
    }
}
