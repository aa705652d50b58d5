package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

/** Files that a released version has written stay readable, and can be appended to. */
class GoldenFilesTest {
    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void copy() throws IOException, URISyntaxException {
        Path golden = Path.of(
                GoldenFilesTest.class.getResource("/" + GoldenFiles.VERSION_1).toURI());
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
            assertThat(read(journal)).isEqualTo(GoldenFiles.payloads());
            assertThat(journal.cursors()).containsExactly(GoldenFiles.CURSOR);
        }
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
    }

    @Test
    void shouldGoOn() {
        try (Journal journal = Journal.open(directory)) {
            int records = GoldenFiles.payloads().size();
            assertThat(read(journal)).isEqualTo(GoldenFiles.payloads());
            assertThat(journal.tailer(GoldenFiles.CURSOR).index()).isEqualTo(GoldenFiles.CURSOR_INDEX);
            assertThat(journal.appender().append(new byte[8])).isEqualTo(records);
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
