package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on the disk before a segment begins: its head, its name, and the names of the directories. */
class ForcedNamesTest {
    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().segmentBytes(4096).durability(Durability.none());

    @TempDir
    Path folder;

    private final Set<Path> forced = ConcurrentHashMap.newKeySet();
    private final Set<Long> namedBeforeTheyBegan = ConcurrentHashMap.newKeySet();
    private final Set<Long> headsBeforeNames = ConcurrentHashMap.newKeySet();

    private final class WatchingForcer implements Forcer {
        @Override
        public void force(Segment segment, long from, long to) {}

        @Override
        public void forceNames(Path directory) {
            forced.add(directory);
            for (long number = 0; Files.exists(SegmentFiles.path(directory, number)); number++) {
                if (word(SegmentFiles.path(directory, number), SegmentLayout.FIRST_INDEX_AT) == 0) {
                    namedBeforeTheyBegan.add(number);
                }
            }
        }

        @Override
        public void forceHead(MemorySegment head) {
            long number = head.get(Segment.UNALIGNED_LONG, SegmentLayout.NUMBER_AT);
            if (!Files.exists(SegmentFiles.path(journal(), number))) {
                headsBeforeNames.add(number);
            }
        }
    }

    private Path journal() {
        return folder.resolve("made").resolve("with").resolve("journal");
    }

    private static long word(Path file, int at) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong(at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldForceHeadsAndNamesBeforeSegmentsBegin() throws IOException {
        Path directory = journal();
        try (Journal opened = Journal.open(directory, OPTIONS, Machine.with(directory, new WatchingForcer()))) {
            assertThat(namedBeforeTheyBegan).containsExactly(0L);
            assertThat(headsBeforeNames).containsExactly(0L);
            Path above = folder.toRealPath();
            assertThat(forced).contains(directory, above.resolve("made").resolve("with"), above.resolve("made"), above);
            try (Appender appender = opened.appender()) {
                for (int i = 0; i < 100; i++) {
                    appender.append(new byte[100]);
                }
            }
            assertThat(namedBeforeTheyBegan).contains(0L, 1L, 2L, 3L);
            assertThat(headsBeforeNames).contains(0L, 1L, 2L, 3L);
        }
    }

    @Test
    void shouldForceTheNameOfASegmentWhoseMakerDiedBeforeThat() {
        Journal.open(journal(), OPTIONS).close();
        try (ControlFile control = ControlFile.open(journal(), true)) {
            new SegmentFiles(journal(), control, true).make(1);
        }
        try (Journal opened = Journal.open(journal(), OPTIONS, Machine.with(journal(), new WatchingForcer()));
                Appender appender = opened.appender()) {
            for (int i = 0; i < 40; i++) {
                appender.append(new byte[100]);
            }
            assertThat(namedBeforeTheyBegan).contains(1L);
        }
    }
}
