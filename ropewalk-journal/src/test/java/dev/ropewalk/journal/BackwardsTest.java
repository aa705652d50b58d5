package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackwardsTest {
    private static final long SEED = 11;

    @TempDir
    Path directory;

    private Journal journal;
    private final List<Long> written = new ArrayList<>();

    @BeforeEach
    void open() {
        // Segments of several blocks of the index, and some invalidated claims.
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(128 << 10));
        var random = new Random(SEED);
        try (Appender appender = journal.appender()) {
            while (written.size() < 20_000) {
                if (random.nextInt(10) == 0) {
                    appender.claim(random.nextInt(20)).abort();
                } else {
                    written.add(appender.append(new byte[random.nextInt(20)]));
                }
            }
        }
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldReadAllRecordsFromTheLastToTheFirst() {
        List<Long> read = new ArrayList<>();
        try (Tailer tailer = journal.tailer().seekToEnd()) {
            int count = tailer.pollBackwards((memory, offset, length, index) -> read.add(index), Integer.MAX_VALUE);
            assertThat(count).isEqualTo(written.size());
            assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(written.getFirst());
        }
        assertThat(read).isEqualTo(written.reversed());
    }

    @Test
    void shouldFindTheNextRecordFromEachIndexOn() {
        try (Tailer tailer = journal.tailer()) {
            for (int i = 1; i < written.size(); i += 7) {
                for (long index = written.get(i - 1) + 1; index <= written.get(i); index++) {
                    assertThat(tailer.seek(index).tryRead())
                            .as("index %d", index)
                            .map(JournalRecord::index)
                            .hasValue(written.get(i));
                }
            }
        }
    }

    @Test
    void shouldPassAClaimThatIsOpenInAnEarlierSegment() {
        Appender sleeper = journal.appender();
        long before = written.getLast();
        sleeper.claim(10);
        List<Long> behind = new ArrayList<>();
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < 200; i++) {
                behind.add(appender.append(new byte[4096]));
            }
        }
        List<Long> read = new ArrayList<>();
        try (Tailer tailer = journal.tailer().seek(behind.getLast())) {
            tailer.pollBackwards((memory, offset, length, index) -> read.add(index), behind.size());
        }
        assertThat(read.reversed())
                .startsWith(before)
                .endsWith(behind.get(behind.size() - 2))
                .hasSize(behind.size());
    }

    @Test
    void shouldGoToAndFro() {
        var random = new Random(SEED);
        int place = 0;
        try (Tailer tailer = journal.tailer()) {
            for (int turn = 0; turn < 200; turn++) {
                List<Long> read = new ArrayList<>();
                int limit = random.nextInt(3000);
                if (random.nextInt(5) < 3) {
                    tailer.poll((memory, offset, length, index) -> read.add(index), limit);
                    int end = Math.min(place + limit, written.size());
                    assertThat(read).as("turn %d", turn).isEqualTo(written.subList(place, end));
                    place = end;
                } else {
                    tailer.pollBackwards((memory, offset, length, index) -> read.add(index), limit);
                    int start = Math.max(place - limit, 0);
                    assertThat(read)
                            .as("turn %d", turn)
                            .isEqualTo(written.subList(start, place).reversed());
                    place = start;
                }
            }
        }
    }

    @Test
    void shouldHandARecordOverAgainWhoseHandlerHasThrown() {
        List<Long> read = new ArrayList<>();
        try (Tailer tailer = journal.tailer().seekToEnd()) {
            RecordHandler failing = (memory, offset, length, index) -> {
                if (index == written.get(written.size() - 3)) {
                    throw new IllegalStateException("not this one");
                }
            };
            assertThatIllegalStateException().isThrownBy(() -> tailer.pollBackwards(failing, 10));
            tailer.pollBackwards((memory, offset, length, index) -> read.add(index), 2);
        }
        int last = written.size() - 1;
        assertThat(read).containsExactly(written.get(last - 2), written.get(last - 3));
    }

    @Test
    void shouldShowThePayload() {
        try (Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            appender.append(ByteBuffer.allocate(8).putLong(0, 4711L).array());
            List<Long> read = new ArrayList<>();
            tailer.seekToEnd()
                    .pollBackwards(
                            (memory, offset, length, index) -> read.add(memory.asSlice(offset, length)
                                    .asByteBuffer()
                                    .getLong(0)),
                            1);
            assertThat(read).containsExactly(4711L);
        }
    }
}
