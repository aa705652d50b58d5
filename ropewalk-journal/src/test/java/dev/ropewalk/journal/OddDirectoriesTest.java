package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files where folders should be, files that go while a journal is open, and clocks that say nothing of use. */
@Timeout(60)
class OddDirectoriesTest {
    @TempDir
    Path folder;

    private Path journal() {
        return folder.resolve("journal");
    }

    @Test
    void shouldNotUpgradeAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatExceptionOfType(JournalFormatException.class)
                .isThrownBy(() -> Journal.upgrade(file))
                .withMessageContaining("it is no directory");
    }

    @Test
    void shouldTellAndMoveAwayAFileWithTheNameOfTheCursorsFolder() throws IOException {
        Journal.open(journal()).close();
        Path file = Files.writeString(journal().resolve("cursors"), "hello");
        VerificationReport report = Journal.verify(journal());
        assertThat(report.isIntact()).isFalse();
        assertThat(report.cursors())
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("no folder"));
        assertThat(Journal.repair(journal()).overwritten())
                .singleElement()
                .satisfies(kept -> assertThat(kept).hasContent("hello"));
        assertThat(Journal.verify(journal()).isIntact()).isTrue();
        try (Journal opened = Journal.open(journal())) {
            opened.tailer("name").close();
        }
        assertThat(file).isDirectory();
    }

    @Test
    void shouldSayThatTheControlFileIsGone() throws IOException {
        try (Journal opened = Journal.open(journal());
                Appender appender = opened.appender()) {
            Files.delete(journal().resolve("journal.ctl"));
            assertThatExceptionOfType(JournalException.class)
                    .isThrownBy(() -> Journal.open(journal()).close())
                    .withMessageContaining("its journal.ctl was deleted while processes have it open");
            assertThat(appender.append(new byte[8])).isZero();
        }
        Journal.repair(journal());
        assertThat(Journal.verify(journal()).records()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatAnImpossibleClockSays() {
        for (Instant time : new Instant[] {Instant.MIN, Instant.MAX, Instant.ofEpochMilli(-1)}) {
            assertThatExceptionOfType(DateTimeException.class)
                    .isThrownBy(() -> openBy(() -> time))
                    .withMessageContaining("says " + time);
        }
        openBy(() -> Instant.EPOCH);
    }

    private void openBy(InstantSource clock) {
        Journal.open(journal(), JournalOptions.defaults().clock(clock)).close();
    }

    @Test
    void shouldTellWhereAClosedTailerStood() {
        try (Journal opened = Journal.open(journal());
                Appender appender = opened.appender()) {
            appender.append(new byte[8]);
            Tailer tailer = opened.tailer();
            assertThat(tailer.poll(
                            (_, _, _, index) -> assertThat(tailer.index()).isEqualTo(index)))
                    .isEqualTo(1);
            tailer.close();
            assertThat(tailer.index()).isEqualTo(1);
        }
    }
}
