package dev.ropewalk.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The process of {@link WriterProcess}: does what it is told, a line each, and answers with a line. */
final class ObedientWriter {
    private final Journal journal;
    private @Nullable Appender appender;
    private @Nullable RecordClaim claim;

    private ObedientWriter(Journal journal) {
        this.journal = journal;
    }

    /** Takes the journal's directory. */
    public static void main(String[] args) throws IOException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Journal journal = Journal.open(Path.of(args[0]))) {
            var writer = new ObedientWriter(journal);
            System.out.println("ready");
            String order = orders.readLine();
            while (order != null) {
                System.out.println(writer.obey(order));
                order = orders.readLine();
            }
        }
    }

    private String obey(String order) {
        try {
            return order + " " + index(order);
        } catch (JournalException e) {
            return e.getClass().getSimpleName();
        }
    }

    private long index(String order) {
        return switch (order) {
            case "claim" -> {
                claim = appender().claim(8);
                yield claim.length();
            }
            case "commit" -> Objects.requireNonNull(claim).commit();
            case "append" -> appender().append(new byte[8]);
            case "own" -> {
                appender = journal.exclusiveAppender();
                yield 0;
            }
            case "release" -> {
                appender().close();
                yield 0;
            }
            case "hold" -> journal.tailer("held").index();
            default -> throw new IllegalArgumentException(order);
        };
    }

    private Appender appender() {
        if (appender == null) {
            appender = journal.appender();
        }
        return appender;
    }
}
