package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.journal.ChildJvm;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.OpenProbe;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockRecordTest {
    private static final JournalOptions SMALL = JournalOptions.defaults().segmentBytes(4096);

    @TempDir
    Path folder;

    private Path directory;
    private Path lock;

    @BeforeEach
    void makeJournal() throws IOException {
        directory = folder.resolve("journal");
        lock = directory.resolve(LockFile.NAME);
        Journal.open(directory, SMALL).close();
        assumeThat(FilePlace.of(lock)).isNotEqualTo(FilePlace.NONE);
    }

    @Test
    void shouldNotGoInBesideAProcessWhoseLockFileWasDeleted() throws IOException {
        try (ChildJvm inside = OpenProbe.startInside(directory, folder.resolve("log"))) {
            awaitSession();
            Files.delete(lock);
            refused();
            assertThatExceptionOfType(JournalException.class)
                    .isThrownBy(() -> Journal.open(directory))
                    .as("not even when another had come before")
                    .withMessageContaining("open sessions: 1");
            inside.kill();
        }
        refused();
        Journal.repair(directory);
        Journal.open(directory).close();
    }

    @Test
    void shouldNotGoInBesideItsOwnProcessEither() throws IOException {
        try (Journal journal = Journal.open(directory)) {
            Files.delete(lock);
            refused();
            assertThat(journal.appender().append(new byte[1])).isZero();
        }
        Journal.open(directory).close();
    }

    @Test
    void shouldRecoverAfterAKilledProcessThatLeftItsLockFile() throws IOException {
        try (ChildJvm inside = OpenProbe.startInside(directory, folder.resolve("log"))) {
            awaitSession();
            inside.kill();
        }
        try (Journal journal = Journal.open(directory)) {
            assertThat(journal.recovery()).isPresent();
        }
    }

    @Test
    void shouldRecordAnotherLockFileWhenAllSessionsHaveEnded() throws IOException {
        long before = recorded();
        // Kept, so that its inode isn't given out again.
        Files.move(lock, folder.resolve("before"));
        Journal.open(directory).close();
        assertThat(recorded()).isNotEqualTo(before);
        assertThat(Journal.verify(directory)).matches(VerificationReport::isIntact);
    }

    @Test
    void shouldRecordTheLockFileOfAJournalThatHasNoRecord() throws IOException {
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.changeWord(ControlLayout.LOCK_AT, recorded(), 0);
        }
        Journal.open(directory).close();
        assertThat(recorded()).isNotZero();
    }

    @Test
    void shouldGoIntoACopyOfAJournalAtWork() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Journal journal = Journal.open(directory)) {
            journal.appender().append(new byte[1]);
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(each -> !each.equals(lock)).toList()) {
                    // A file that is being made has another name a moment later.
                    if (Files.isRegularFile(file) && !file.toString().endsWith(".tmp")) {
                        Files.copy(file, copy.resolve(file.getFileName()));
                    }
                }
            }
            try (Journal copied = Journal.open(copy)) {
                assertThat(copied.recovery()).isPresent();
            }
        }
    }

    @Test
    void shouldTellAProcessThatHasNoSessionYetThatAnotherLockFileIsRecorded() throws IOException {
        try (ControlFile control = ControlFile.open(directory, true);
                LockFile before = LockFile.open(directory)) {
            var late = new LockRecord(control, before);
            assertThat(late.isOther()).isFalse();
            Files.delete(lock);
            assertThat(before.isCurrent()).isFalse();
            Journal.open(directory).close();
            control.beginSession();
            assertThat(late.isOther()).isTrue();
        }
    }

    @Test
    void shouldRefuseADamagedRecordWithItsPlace() throws IOException {
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.changeWord(ControlLayout.LOCK_AT, recorded(), recorded() ^ 2);
        }
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> Journal.open(directory))
                .satisfies(e -> assertThat(e.offset()).isEqualTo(ControlLayout.LOCK_AT));
        Journal.repair(directory);
        Journal.open(directory).close();
    }

    private void refused() {
        assertThatExceptionOfType(JournalException.class)
                .isThrownBy(() -> Journal.open(directory))
                .withMessageContaining(LockFile.NAME)
                .withMessageContaining("open sessions: 1")
                .withMessageContaining("repair");
    }

    private void awaitSession() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            Await.until("the other process is inside", control::hasOpenSessions);
        }
    }

    private long recorded() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return control.word(ControlLayout.LOCK_AT);
        }
    }
}
