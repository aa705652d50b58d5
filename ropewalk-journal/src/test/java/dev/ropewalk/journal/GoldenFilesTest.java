package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a released version has written stay readable, and can be appended to. */
@ParameterizedClass
@ValueSource(strings = {GoldenFiles.VERSION_1, GoldenFiles.VERSION_2})
class GoldenFilesTest {
    private final String version;

    @TempDir
    Path folder;

    private Path directory;

    GoldenFilesTest(String version) {
        this.version = version;
    }

    @BeforeEach
    void copy() throws IOException, URISyntaxException {
        Path golden = Path.of(GoldenFilesTest.class.getResource("/" + version).toURI());
        directory = folder.resolve("journal");
        try (Stream<Path> files = Files.walk(golden)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(golden.relativize(file).toString()));
            }
        }
    }

    @Test
    void shouldReadWithoutWriting() throws IOException {
        try (Journal journal = Journal.openReadOnly(directory)) {
            assertThat(read(journal)).isEqualTo(GoldenFiles.payloads(version));
            assertThat(journal.cursors()).containsExactly(GoldenFiles.CURSOR);
        }
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
    }

    @Test
    void shouldGoOn() {
        try (Journal journal = Journal.open(directory)) {
            int records = GoldenFiles.payloads(version).size();
            assertThat(read(journal)).isEqualTo(GoldenFiles.payloads(version));
            assertThat(journal.tailer(GoldenFiles.CURSOR).index()).isEqualTo(GoldenFiles.CURSOR_INDEX);
            assertThat(journal.appender().append(new byte[8])).isEqualTo(records);
        }
    }

    @Test
    void shouldBeUpgraded() {
        assertThat(Journal.upgrade(directory)).isEqualTo(version.equals(GoldenFiles.VERSION_1));
        List<String> expected = new ArrayList<>(GoldenFiles.payloads(version));
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender()) {
            // Into the next segments.
            for (int i = 0; i < 3; i++) {
                String payload = "behind it".repeat(200);
                appender.batch()
                        .add(payload.getBytes(UTF_8))
                        .add(payload.getBytes(UTF_8))
                        .commit();
                expected.addAll(List.of(payload, payload));
            }
            assertThat(read(journal)).isEqualTo(expected);
        }
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
        try (JournalInspector inspector = JournalInspector.open(directory)) {
            assertThat(inspector.info().formats())
                    .hasSize(version.equals(GoldenFiles.VERSION_1) ? 2 : 1)
                    .containsValue(Format.NEWEST);
        }
    }

    private static List<String> read(Journal journal) {
        List<String> payloads = new ArrayList<>();
        journal.tailer()
                .poll(
                        (memory, offset, length, index) -> {
                            while (payloads.size() < index) {
                                payloads.add("");
                            }
                            byte[] bytes = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
                            payloads.add(new String(bytes, UTF_8));
                        },
                        Integer.MAX_VALUE);
        return payloads;
    }
}
