package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that this process has open when its lock file is deleted. */
class DeletedLockFileTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().segmentBytes(4096).format(Format.RUNS);

    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void make() {
        directory = folder.resolve("journal");
        Journal.open(directory, OPTIONS).close();
    }

    private void deleteLockFile() {
        try {
            Files.delete(directory.resolve("journal.lock"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertRefused(ThrowingCallable work) {
        assertThatExceptionOfType(JournalException.class)
                .isThrownBy(work)
                .withMessageContaining("this process has it open, with a lock file that was deleted or replaced");
    }

    @Test
    void shouldBeLeftAloneUntilItIsClosed() {
        for (int round = 0; round < 2; round++) {
            try (Journal open = Journal.open(directory, OPTIONS);
                    Appender appender = open.exclusiveAppender()) {
                assertThat(appender.append(new byte[8])).isEqualTo(2L * round);
                deleteLockFile();
                assertRefused(() -> Journal.repair(directory));
                assertRefused(() -> Journal.upgrade(directory));
                assertThatExceptionOfType(JournalException.class)
                        .isThrownBy(() -> Journal.open(directory).close())
                        .withMessageContaining("was deleted or replaced before all sessions had ended");
                assertThat(appender.append(new byte[8])).isEqualTo(2L * round + 1);
            }
        }
        assertThat(Journal.repair(directory).lost()).isEmpty();
        assertThat(Journal.upgrade(directory)).isTrue();
        assertThat(Journal.verify(directory).records()).isEqualTo(4);
    }

    @Test
    void shouldBeLeftAloneByItsOtherPath() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), directory);
        try (Journal open = Journal.open(directory, OPTIONS)) {
            open.tailer().close();
            deleteLockFile();
            assertRefused(() -> Journal.repair(link));
        }
    }
}
