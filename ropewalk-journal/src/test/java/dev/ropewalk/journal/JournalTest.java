package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadWhatWasAppendedOverSeveralSegments() {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096))) {
            Appender appender = journal.appender();
            for (long i = 0; i < 1000; i++) {
                assertThat(appender.append(ByteBuffer.allocate(8).putLong(i).array()))
                        .isEqualTo(i);
            }
            List<Long> indices = new ArrayList<>();
            int read = journal.tailer().poll((memory, offset, length, index) -> indices.add(index), 2000);
            assertThat(read).isEqualTo(1000);
            assertThat(indices).isSorted().doesNotHaveDuplicates().hasSize(1000);
        }
    }
}
