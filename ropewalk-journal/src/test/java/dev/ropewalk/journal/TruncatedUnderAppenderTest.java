package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.format.ControlLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another process truncates a file of the journal while it is written. */
class TruncatedUnderAppenderTest {
    private static final int WARM_UP = 30_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldFailWithATypedErrorWhenCodeIsCold(AppenderKind kind) throws IOException {
        shouldFail(kind, 1);
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldFailWithATypedErrorWhenCodeIsCompiled(AppenderKind kind) throws IOException {
        shouldFail(kind, WARM_UP);
    }

    @Test
    void shouldTellThoseWhoWaitThatAFileWasCut() throws IOException {
        Path control = directory.resolve(ControlLayout.FILE);
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender()) {
            assertThat(appender.appendAsync(new byte[8]).join()).isZero();
            Truncator.setLength(control, 0);
            assertThatThrownBy(() -> appender.appendAsync(new byte[8]).join())
                    .satisfiesAnyOf(
                            refused -> assertThat(refused).isInstanceOf(JournalIoException.class),
                            failed -> assertThat(failed).hasCauseInstanceOf(JournalIoException.class));
            // So that it can be closed.
            Truncator.setLength(control, ControlLayout.FILE_BYTES);
        }
    }

    private void shouldFail(AppenderKind kind, int warmUp) throws IOException {
        byte[] bytes = new byte[8];
        try (Journal journal = Journal.open(directory);
                Appender appender = kind.of(journal)) {
            appendMany(appender, bytes, warmUp);
            truncate();
            // Compiled code may hear of the fault when append has returned.
            assertThatThrownBy(() -> appendMany(appender, bytes, WARM_UP))
                    .isInstanceOfAny(JournalIoException.class, InternalError.class);
            assertThatThrownBy(() -> appendMany(appender, bytes, WARM_UP))
                    .isInstanceOf(JournalIoException.class)
                    .hasMessageContaining("segment 0");
        }
    }

    private static void appendMany(Appender appender, byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            appender.append(bytes);
        }
    }

    private void truncate() throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve("0000000000.seg"), StandardOpenOption.WRITE)) {
            channel.truncate(4096);
        }
    }
}
