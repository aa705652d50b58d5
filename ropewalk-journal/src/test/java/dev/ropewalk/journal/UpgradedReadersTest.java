package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers that are inside, or come in, while a journal is upgraded: they hold no lock that would keep the upgrade away. */
class UpgradedReadersTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int IN_SEGMENT = 3;

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    @BeforeEach
    void make() {
        append(2 * IN_SEGMENT);
    }

    private void append(int records) {
        try (Journal journal = Journal.open(
                        directory,
                        JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).format(Format.RUNS));
                Appender appender = journal.appender()) {
            for (int i = 0; i < records; i++) {
                appender.append(new byte[1200]);
            }
        }
    }

    private static List<Long> poll(Tailer tailer) {
        List<Long> read = new ArrayList<>();
        while (tailer.poll((memory, offset, length, index) -> read.add(index)) > 0) {}
        return read;
    }

    @Test
    void shouldGoOnInsideAndReadWhatIsAppendedAfterwards() {
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            assertThat(poll(tailer)).hasSize(2 * IN_SEGMENT);
            assertThat(Journal.upgrade(directory)).isTrue();
            append(2 * IN_SEGMENT);
            assertThat(poll(tailer)).hasSize(2 * IN_SEGMENT);
        }
    }

    @Test
    void shouldReadAllOfItsFormatAndRefuseTheFirstSegmentOfANewerOne() throws IOException {
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            // The library of this reader is older than the one that makes segments of that format.
            append(IN_SEGMENT);
            long newer = 2;
            long identity;
            try (ControlFile control = ControlFile.open(directory, false)) {
                identity = control.identity();
            }
            write(
                    SegmentFiles.path(directory, newer),
                    SegmentLayout.head(SEGMENT_BYTES, newer, identity, Format.NEWEST + 1));
            List<Long> read = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> {
                            while (true) {
                                tailer.poll((memory, offset, length, index) -> read.add(index));
                            }
                        })
                        .isInstanceOf(JournalFormatException.class)
                        .hasMessageContaining("has format version 3");
            }
            assertThat(read).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        }
    }

    private static void write(Path file, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, 0);
        }
    }

    /** A reader that copies the head while it is written finds a part of each. */
    @ParameterizedTest
    @ValueSource(ints = {ControlLayout.VERSION_AT + Integer.BYTES, 41, 42, 43})
    void shouldComeInWhileTheHeadIsWritten(int written) throws IOException {
        Path file = directory.resolve(ControlLayout.FILE);
        byte[] before = Files.readAllBytes(file);
        assertThat(Journal.upgrade(directory)).isTrue();
        byte[] after = Files.readAllBytes(file);
        for (boolean fromStart : new boolean[] {true, false}) {
            byte[] between = fromStart ? before.clone() : after.clone();
            System.arraycopy(fromStart ? after : before, 0, between, 0, written);
            Files.write(file, between);
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer()) {
                assertThat(poll(tailer)).hasSize(2 * IN_SEGMENT);
            }
            // No writer comes in while the journal is upgraded, so for a writer it is damage.
            assertThatThrownBy(() -> Journal.open(directory)).isInstanceOf(JournalCorruptException.class);
            assertThat(Journal.verify(directory).mendable())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.what()).isEqualTo("its head isn't as it was written"));
            assertThat(Journal.repair(directory).cut()).isEmpty();
            try (JournalInspector inspector = JournalInspector.open(directory)) {
                assertThat(inspector.info().format()).isEqualTo(Format.FRAMES);
            }
            Files.write(file, after);
        }
    }
}
