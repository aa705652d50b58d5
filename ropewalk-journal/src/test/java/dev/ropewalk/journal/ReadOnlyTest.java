package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnlyTest {
    private static final RecordHandler IGNORE = (memory, offset, length, index) -> {};
    private static final JournalOptions SMALL = JournalOptions.defaults().segmentBytes(4096);

    @TempDir
    Path folder;

    @Test
    void shouldReadWhileOthersWriteAndWriteNothing() {
        try (Journal writer = Journal.open(folder, SMALL);
                Journal reader = Journal.openReadOnly(folder)) {
            Appender appender = writer.appender();
            Tailer tailer = reader.tailer();
            for (int i = 0; i < 300; i++) {
                appender.append("a record of some length".getBytes(UTF_8));
                assertThat(tailer.poll(IGNORE)).isOne();
            }
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(reader::appender)
                    .withMessageContaining("read-only");
        }
    }

    @Test
    void shouldReadOnAReadOnlyMount() {
        Path disk = folder.resolve("disk");
        try (Tmpfs mount = Tmpfs.mount(disk, 1 << 20)) {
            try (Journal journal = Journal.open(disk, SMALL)) {
                Appender appender = journal.appender();
                for (int i = 0; i < 300; i++) {
                    appender.append("a record of some length".getBytes(UTF_8));
                }
            }
            Commands.run(List.of("mount", "-o", "remount,ro", mount.folder().toString()));
            try (Journal journal = Journal.openReadOnly(disk)) {
                assertThat(journal.tailer().poll(IGNORE)).isEqualTo(300);
            }
            assertThatExceptionOfType(JournalIoException.class).isThrownBy(() -> Journal.open(disk));
        }
    }
}
