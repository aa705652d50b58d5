package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.ControlMaker;
import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal that isn't to be created if there is none. */
@Timeout(60)
class NoCreationTest {
    private static final JournalOptions REQUIRED =
            JournalOptions.defaults().segmentBytes(4096).create(false);

    @TempDir
    Path directory;

    private static void shouldFindNone(Path where) {
        assertThatThrownBy(() -> Journal.open(where, REQUIRED))
                .isInstanceOf(JournalFormatException.class)
                .hasMessage("there is no journal in " + where
                        + ", and the options don't allow to create one: create is false");
    }

    @Test
    void shouldMakeNoDirectory() {
        shouldFindNone(directory.resolve("above/mistyped"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldLeaveAnEmptyDirectoryAsItIs() {
        shouldFindNone(directory);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldOpenAJournalThatIsThere() {
        Journal.open(directory, REQUIRED.create(true)).close();
        try (Journal journal = Journal.open(directory, REQUIRED);
                Appender appender = journal.appender()) {
            assertThat(appender.append(new byte[8])).isZero();
        }
    }

    @Test
    void shouldNotFinishAJournalWhoseMakerDied() throws IOException {
        ControlMaker.create(directory, 4096, 0, Format.NEWEST);
        shouldFindNone(directory);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).doesNotContain("0000000000.seg");
        }
    }

    @Test
    void shouldTellOfALostControlFileAsSuch() throws IOException {
        Journal.open(directory, REQUIRED.create(true)).close();
        Files.delete(directory.resolve("journal.ctl"));
        assertThatThrownBy(() -> Journal.open(directory, REQUIRED))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("it was lost, and repair rebuilds it");
    }

    @Test
    void shouldThrowFromAllPartsOnceTheJournalIsClosed() {
        Journal journal = Journal.open(directory, REQUIRED.create(true));
        Appender appender = journal.appender();
        Tailer tailer = journal.tailer();
        appender.append(new byte[8]);
        journal.close();
        assertThatThrownBy(() -> appender.append(new byte[8])).isInstanceOf(JournalClosedException.class);
        assertThatThrownBy(() -> tailer.poll((memory, offset, length, index) -> {}))
                .isInstanceOf(JournalClosedException.class);
        assertThatThrownBy(tailer::hasNext).isInstanceOf(JournalClosedException.class);
    }
}
