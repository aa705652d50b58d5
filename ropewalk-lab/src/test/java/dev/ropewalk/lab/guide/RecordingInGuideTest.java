package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide shows of a recording is what {@link RecordedPrograms} leave in one. */
class RecordingInGuideTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern SHOWN = Pattern.compile("(?ms)^ropewalk\\.\\w+ \\{\n.*?^\\}");

    @Test
    void shouldShowWhatARecordingTells(@TempDir Path folder) throws Exception {
        List<List<String>> told =
                record(folder).stream().map(event -> plain(event.toString())).toList();
        List<List<String>> shown = SHOWN.matcher(Files.readString(DOCS.resolve("guide/recordings.md")))
                .results()
                .map(block -> plain(block.group()))
                .toList();

        assertThat(shown)
                .hasSizeGreaterThan(8)
                .allSatisfy(lines ->
                        assertThat(told).anySatisfy(all -> assertThat(all).containsSubsequence(lines)));
    }

    /** Records by the library's settings, but all that goes fast, too. */
    private static List<RecordedEvent> record(Path folder) throws Exception {
        Map<String, String> settings =
                new TreeMap<>(Configuration.create(DOCS.resolve("ropewalk.jfc")).getSettings());
        settings.replaceAll((name, value) -> name.endsWith("#threshold") ? "0 ms" : value);
        Path file = folder.resolve("shop.jfr");
        try (Recording recording = new Recording(settings)) {
            recording.start();
            RecordedPrograms.runAll(folder.resolve("orders"));
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    /** Leaves out what is never the same, and calls the programs' classes as a reader's would be called. */
    private static List<String> plain(String event) {
        return event.replaceAll("duration = .*", "duration")
                .replaceAll("worker = \\d+", "worker")
                .replaceAll("bytes = .*", "bytes")
                .replace(RecordedPrograms.class.getName() + "$", "com.example.")
                .lines()
                .toList();
    }
}
