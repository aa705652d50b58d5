package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurveyTest {
    private static final int LOOKS = 300;

    @TempDir
    Path directory;

    @Test
    void shouldMakeNoLockFile() throws IOException {
        Journal journal = Journal.open(directory);
        Files.delete(directory.resolve(LockFile.NAME));
        try (JournalInspector inspector = JournalInspector.open(directory)) {
            assertThat(inspector.info().writers()).isEmpty();
        }
        assertThat(directory.resolve(LockFile.NAME)).doesNotExist();
        journal.close();
    }

    @Test
    void shouldLookBesideRetentionHoweverFastItIs() throws InterruptedException {
        var isOver = new AtomicBoolean();
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(4096)
                .retention(Retention.keepAll().maxBytes(4096));
        try (Journal journal = Journal.open(directory, options)) {
            Thread writer = Thread.ofPlatform().start(() -> {
                try (Appender appender = journal.appender()) {
                    while (!isOver.get()) {
                        appender.append(new byte[1000]);
                    }
                }
            });
            try (JournalInspector inspector = JournalInspector.open(directory)) {
                for (int i = 0; i < LOOKS; i++) {
                    JournalInfo info = inspector.info();
                    assertThat(info.firstSegment()).isLessThanOrEqualTo(info.lastSegment());
                    assertThat(info.firstIndex()).isLessThanOrEqualTo(info.nextIndex());
                }
            } finally {
                isOver.set(true);
                writer.join();
            }
        }
    }
}
