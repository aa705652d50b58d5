package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruncatedUnderReadersTest {
    private static final int RECORDS = 200_000;

    @TempDir
    Path directory;

    private long sum;

    @Test
    void shouldTellThatTheFileWasCutUnderTheMapping() throws IOException {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(16 << 20));
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            // None lies across the cut, where it would depend on how late the fault is heard whether it counts as read.
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[48]);
            }
            RecordHandler handler = (memory, offset, length, index) -> sum += index;
            // Compiled code gets the fault in another way than the interpreter.
            for (int i = 0; i < 20; i++) {
                assertThat(tailer.seekToStart().poll(handler, RECORDS)).isEqualTo(RECORDS);
            }
            truncate(1 << 20);
            tailer.seekToStart();
            assertThatExceptionOfType(JournalIoException.class)
                    .isThrownBy(() -> tailer.poll(handler, RECORDS))
                    .withMessageStartingWith("segment 0 can't be read at offset 10");
            assertThat(tailer.index()).isBetween(16_000L, 17_000L);
            assertThatExceptionOfType(JournalIoException.class).isThrownBy(tailer::tryRead);
            assertThatExceptionOfType(JournalIoException.class)
                    .isThrownBy(tailer::seekToEnd)
                    .withMessageStartingWith("segment 0 can't be read at offset 10");
            assertThat(tailer.pollBackwards(handler, 100)).isEqualTo(100);
        }
    }

    private void truncate(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve("0000000000.seg"), StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }
}
