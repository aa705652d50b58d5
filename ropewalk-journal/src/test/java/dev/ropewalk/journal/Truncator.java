package dev.ropewalk.journal;

import dev.ropewalk.journal.files.SegmentFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Another process that cuts a segment's file while it has it mapped, and tells how its users take it, for both appenders. */
public final class Truncator {
    private static final int WARM_UP = 20_000;
    private static final int MOST = 100_000;

    private Truncator() {}

    static void main(String[] arguments) throws IOException {
        for (AppenderKind kind : AppenderKind.values()) {
            truncate(Path.of(arguments[0], kind.name()), kind);
        }
        System.out.println("alive");
    }

    private static void truncate(Path directory, AppenderKind kind) throws IOException {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 24))) {
            Appender appender = kind.of(journal);
            Tailer tailer = journal.tailer();
            // So that compiled code meets it, too.
            for (int i = 0; i < WARM_UP; i++) {
                appender.append(new byte[64]);
                tailer.poll((memory, offset, length, index) -> {});
            }
            Tailer other = journal.tailer();
            setLength(SegmentFiles.path(directory, 0), 4096);
            report(kind + " appender", () -> appender.append(new byte[64]));
            report(kind + " tailer", () -> other.poll((memory, offset, length, index) -> {}));
        }
    }

    /** Makes a file shorter, or longer by zeros. */
    public static void setLength(Path file, long bytes) throws IOException {
        try (var content = new RandomAccessFile(file.toFile(), "rw")) {
            content.setLength(bytes);
        }
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
