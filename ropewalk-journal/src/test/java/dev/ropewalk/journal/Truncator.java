package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another process that cuts a segment's file while it has it mapped, and tells how its users take it. */
final class Truncator {
    private static final int WARM_UP = 20_000;
    private static final int MOST = 100_000;

    private Truncator() {}

    static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 24))) {
            Appender appender = journal.appender();
            Tailer tailer = journal.tailer();
            // So that compiled code meets it, too.
            for (int i = 0; i < WARM_UP; i++) {
                appender.append(new byte[64]);
                tailer.poll((memory, offset, length, index) -> {});
            }
            Tailer other = journal.tailer();
            try (FileChannel channel = FileChannel.open(SegmentFiles.path(directory, 0), StandardOpenOption.WRITE)) {
                channel.truncate(4096);
            }
            report("appender", () -> appender.append(new byte[64]));
            report("tailer", () -> other.poll((memory, offset, length, index) -> {}));
        }
        System.out.println("alive");
    }

    private static void report(String who, Runnable use) {
        try {
            for (int i = 0; i < MOST; i++) {
                use.run();
            }
            System.out.println(who + ": nothing");
        } catch (RuntimeException | Error e) {
            System.out.println(who + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
}
