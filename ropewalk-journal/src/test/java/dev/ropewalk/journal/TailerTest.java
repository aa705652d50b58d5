package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailerTest {
    private static final RecordHandler IGNORE = (memory, offset, length, index) -> {};

    @TempDir
    Path directory;

    private Journal journal;
    private Appender appender;
    private Tailer tailer;

    @BeforeEach
    void open() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
        appender = journal.appender();
        tailer = journal.tailer();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldHandOverAtMostTheLimit() {
        append(5);
        assertThat(tailer.poll(IGNORE, 3)).isEqualTo(3);
        assertThat(tailer.index()).isEqualTo(3);
        assertThat(tailer.poll(IGNORE)).isEqualTo(2);
        assertThat(tailer.poll(IGNORE)).isZero();
    }

    @Test
    void shouldCopyTheNextRecord() throws InterruptedException {
        assertThat(tailer.tryRead()).isEmpty();
        append(3);
        assertThat(tailer.tryRead()).hasValue(record(0));
        assertThat(tailer.read()).isEqualTo(record(1));
        assertThat(tailer.read(Duration.ZERO)).hasValue(record(2));
        assertThat(tailer.read(Duration.ofMillis(1))).isEmpty();
    }

    @Test
    void shouldCopyRecordsIntoOneArrayAsLongAsItHasRoom() {
        List<byte[]> arrays = new ArrayList<>();
        List<String> copies = new ArrayList<>();
        RecordHandler copying = RecordHandler.copying((bytes, length, index) -> {
            arrays.add(bytes);
            copies.add(index + " " + new String(bytes, 0, length, UTF_8));
        });
        for (String payload : List.of("ab", "a word's", "", "longer than a word", "a")) {
            appender.append(payload.getBytes(UTF_8));
        }
        assertThat(tailer.poll(copying)).isEqualTo(5);
        assertThat(copies).containsExactly("0 ab", "1 a word's", "2 ", "3 longer than a word", "4 a");
        assertThat(arrays.get(2)).isSameAs(arrays.get(1)).isNotSameAs(arrays.get(0));
        assertThat(arrays.get(4)).isSameAs(arrays.get(3)).hasSizeGreaterThanOrEqualTo(18);
    }

    @Test
    void shouldGoToAnyIndex() {
        append(1000);
        for (long index : new long[] {999, 0, 500, 499, 123, 1}) {
            assertThat(tailer.seek(index).tryRead()).hasValue(record(index));
        }
        assertThat(tailer.seek(1000).tryRead()).isEmpty();
        assertThat(tailer.seekToStart().tryRead()).hasValue(record(0));
    }

    @Test
    void shouldRefuseAnIndexPastTheEndAndStayWhereItIs() {
        append(2);
        tailer.tryRead();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tailer.seek(3))
                .withMessage("index 3 is past the end, which is 2");
        assertThat(tailer.tryRead()).hasValue(record(1));
    }

    @Test
    void shouldGoToARecordBehindAnOpenClaim() {
        append(2);
        RecordClaim claim = journal.appender().claim(8);
        append(2);
        assertThat(tailer.seek(4).tryRead()).map(JournalRecord::index).hasValue(4L);
        assertThat(tailer.seek(3).tryRead()).map(JournalRecord::index).hasValue(3L);
        assertThat(tailer.seek(5).tryRead()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tailer.seek(6))
                .withMessage("index 6 is past the end, which is 5");
        assertThat(tailer.seek(2).tryRead()).isEmpty();
        claim.commit();
        assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(2L);
    }

    @Test
    void shouldRefuseALimitBelowOneAndANegativeIndex() {
        append(1);
        RecordHandler ignoring = (memory, offset, length, index) -> {};
        for (int limit : new int[] {0, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tailer.poll(ignoring, limit))
                    .withMessage("limit must be at least 1: " + limit);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tailer.pollBackwards(ignoring, limit))
                    .withMessage("limit must be at least 1: " + limit);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tailer.seek(-1))
                .withMessage("an index is at least 0: -1");
        assertThat(tailer.tryRead()).hasValue(record(0));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
    void shouldTakeAnyDurationToWait(long seconds) throws InterruptedException {
        append(1);
        assertThat(tailer.await(Duration.ofSeconds(seconds))).isTrue();
        assertThat(tailer.read(Duration.ofSeconds(seconds))).hasValue(record(0));
        if (seconds <= 0) {
            assertThat(tailer.await(Duration.ofSeconds(seconds))).isFalse();
        }
    }

    @Test
    void shouldSeeFromTheEndOnlyWhatComesLater() {
        append(1000);
        tailer.seekToEnd();
        assertThat(tailer.hasNext()).isFalse();
        assertThat(tailer.index()).isEqualTo(1000);
        append(1);
        assertThat(tailer.hasNext()).isTrue();
        assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(1000L);
    }

    @Test
    void shouldHandARecordOverAgainWhoseHandlerHasThrown() {
        append(3);
        List<Long> seen = new ArrayList<>();
        RecordHandler failing = (memory, offset, length, index) -> {
            if (index == 1 && seen.size() == 1) {
                seen.add(-1L);
                throw new IllegalStateException("not now");
            }
            seen.add(index);
        };
        assertThatIllegalStateException().isThrownBy(() -> tailer.poll(failing)).withMessage("not now");
        tailer.poll(failing);
        assertThat(seen).containsExactly(0L, -1L, 1L, 2L);
    }

    @Test
    void shouldRefuseToBeUsedByItsOwnHandler() {
        append(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> tailer.poll((memory, offset, length, index) -> tailer.seekToStart()))
                .withMessage("a tailer isn't to be used by its own handler");
    }

    @Test
    void shouldRefuseToBeUsedWhenClosed() {
        tailer.close();
        tailer.close();
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(() -> tailer.poll(IGNORE));
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(() -> tailer.await());
    }

    @Test
    void shouldTellThatTheJournalWasClosed() {
        append(1);
        journal.close();
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(() -> tailer.poll(IGNORE));
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(() -> tailer.hasNext());
    }

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            long index = appender.append(bytes(i));
            assertThat(index).isNotNegative();
        }
    }

    private static byte[] bytes(long i) {
        return ("record " + i).getBytes(UTF_8);
    }

    private static JournalRecord record(long index) {
        return new JournalRecord(index, bytes(index));
    }
}
