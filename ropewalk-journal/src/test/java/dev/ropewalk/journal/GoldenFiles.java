package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the files in the test resources hold, and the program that wrote them, once for each version of the format. */
final class GoldenFiles {
    static final String VERSION_1 = "golden-v1";
    static final String VERSION_2 = "golden-v2";
    static final int SEGMENT_BYTES = 4096;
    static final String CURSOR = "reader";
    static final long CURSOR_INDEX = 20;

    private static final int SINGLE = 60;
    private static final int INVALIDATE_AFTER = 30;
    private static final int IN_BATCH = 3;
    // From version 2 on there is another batch, of records that aren't alike.
    private static final List<String> UNLIKE = List.of("one", "", "another one".repeat(20));

    private GoldenFiles() {}

    /** Returns the payloads that a version's files have by index; none where a claim was aborted. */
    static List<String> payloads(String version) {
        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < SINGLE; i++) {
            payloads.add(payload(i));
            if (i == INVALIDATE_AFTER) {
                payloads.add("");
            }
        }
        for (int i = 0; i < IN_BATCH; i++) {
            payloads.add("batch " + i);
        }
        if (!version.equals(VERSION_1)) {
            payloads.addAll(UNLIKE);
        }
        return payloads;
    }

    private static String payload(int i) {
        return "record " + i + " ".repeat(3 * i % 131) + ".";
    }

    static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(SEGMENT_BYTES))) {
            Appender appender = journal.appender();
            for (int i = 0; i < SINGLE; i++) {
                appender.append(payload(i).getBytes(UTF_8));
                if (i == INVALIDATE_AFTER) {
                    appender.claim(8).abort();
                }
            }
            Batch batch = appender.batch();
            for (int i = 0; i < IN_BATCH; i++) {
                batch.add(("batch " + i).getBytes(UTF_8));
            }
            batch.commit();
            for (String payload : UNLIKE) {
                batch.add(payload.getBytes(UTF_8));
            }
            batch.commit();
            journal.force();
            try (Tailer tailer = journal.tailer(CURSOR)) {
                tailer.seek(CURSOR_INDEX).commit();
            }
        }
        Files.deleteIfExists(directory.resolve("journal.lock"));
    }
}
