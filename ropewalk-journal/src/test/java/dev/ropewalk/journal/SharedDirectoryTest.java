package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.files.SegmentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal in a directory in which others leave things, on purpose or not. */
@Timeout(60)
class SharedDirectoryTest {
    private static final JournalOptions SMALL = JournalOptions.defaults().segmentBytes(4096);

    @TempDir
    private Path temporary;

    private Path directory() {
        return temporary.resolve("journal");
    }

    private static void append(Path directory, int records) {
        try (Journal journal = Journal.open(directory, SMALL)) {
            for (int i = 0; i < records; i++) {
                journal.appender().append(new byte[100]);
            }
        }
    }

    @Test
    void shouldNotWriteThroughLinksInPlaceOfItsTemporaryFiles() throws IOException {
        Path victim = Files.writeString(temporary.resolve("victim"), "precious");
        Files.createDirectories(directory());
        Files.createSymbolicLink(directory().resolve("journal.ctl.tmp"), victim);
        Files.createSymbolicLink(directory().resolve("recovery.properties.tmp"), victim);
        append(directory(), 3);
        Files.delete(directory().resolve("journal.ctl"));
        Files.createSymbolicLink(directory().resolve("journal.ctl.tmp"), victim);
        Journal.repair(directory());
        assertThat(victim).hasContent("precious");
        assertThat(Files.isRegularFile(directory().resolve("recovery.properties")))
                .isTrue();
    }

    @Test
    void shouldNameItsFilesAlikeInEveryLocale() throws IOException {
        Locale before = Locale.getDefault();
        append(directory(), 100);
        try (Stream<Path> files = Files.list(directory())) {
            long segments = files.filter(SegmentFiles::isSegment).count();
            try {
                Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
                append(directory(), 100);
            } finally {
                Locale.setDefault(before);
            }
            assertThat(Journal.verify(directory()).records()).isEqualTo(200);
            assertThat(segments).isGreaterThan(2);
        }
        try (Stream<Path> files = Files.list(directory())) {
            assertThat(files.map(file -> file.getFileName().toString())).allMatch(name -> name.matches("[ -~]+"));
        }
    }

    @Test
    void shouldNotMakeAJournalAmongOtherFiles() throws IOException {
        Files.createDirectories(directory());
        Files.writeString(directory().resolve("photo.jpg"), "");
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.open(directory()))
                .withMessageContaining("photo.jpg");
        try (Stream<Path> files = Files.list(directory())) {
            assertThat(files).containsExactly(directory().resolve("photo.jpg"));
        }
    }

    @Test
    void shouldTakeAMountPointAndWhatAnInterruptedMakingHasLeft() throws IOException {
        Files.createDirectories(directory().resolve("lost+found"));
        Files.createFile(directory().resolve(".nfs0001"));
        Files.createFile(directory().resolve("journal.lock"));
        Files.createFile(directory().resolve("journal.ctl.tmp"));
        append(directory(), 3);
        assertThat(Journal.verify(directory()).records()).isEqualTo(3);
    }
}
