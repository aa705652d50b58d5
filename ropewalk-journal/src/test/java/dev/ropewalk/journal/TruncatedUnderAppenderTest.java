package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A segment's file is made shorter by somebody else while it is written. */
class TruncatedUnderAppenderTest {
    private static final int WARM_UP = 30_000;

    @TempDir
    Path directory;

    @Test
    void shouldFailWithATypedErrorInInterpretedCode() throws IOException {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 16));
                Appender appender = journal.appender()) {
            appender.append(new byte[8]);
            truncate();
            assertThatThrownBy(() -> appender.append(new byte[8000])).isInstanceOf(JournalIoException.class);
            assertThatThrownBy(() -> appender.append(new byte[8000])).isInstanceOf(JournalIoException.class);
        }
    }

    @Test
    void shouldFailWithATypedErrorInCompiledCode() throws IOException {
        byte[] bytes = new byte[8];
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender()) {
            appendMany(appender, bytes);
            truncate();
            assertThatThrownBy(() -> appendMany(appender, bytes))
                    .isInstanceOf(JournalIoException.class)
                    .hasMessageContaining("segment 0");
        }
        assertThat(directory).isNotEmptyDirectory();
    }

    private static void appendMany(Appender appender, byte[] bytes) {
        for (int i = 0; i < WARM_UP; i++) {
            appender.append(bytes);
        }
    }

    private void truncate() throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve("0000000000.seg"), StandardOpenOption.WRITE)) {
            channel.truncate(4096);
        }
    }
}
