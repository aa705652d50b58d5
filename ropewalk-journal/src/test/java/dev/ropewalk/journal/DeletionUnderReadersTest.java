package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletionUnderReadersTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int RECORDS_PER_SEGMENT = (SEGMENT_BYTES - SegmentLayout.HEADER_BYTES) / 24;
    private static final int RECORDS = 20 * RECORDS_PER_SEGMENT;

    @TempDir
    Path directory;

    @Test
    void shouldReadTheSegmentToItsEndAndThenTellWhereToGoOn() {
        // The reader's own opening has mapped nothing but what its tailer reads.
        try (Journal journal = open(Retention.keepAll().withMaxBytes(3 * SEGMENT_BYTES));
                Journal reader = open(Retention.keepAll());
                Tailer tailer = reader.tailer()) {
            append(journal, 1);
            assertThat(tailer.poll((memory, offset, length, index) -> {})).isEqualTo(1);
            append(journal, RECORDS);
            await(() -> oldest(journal) > RECORDS_PER_SEGMENT);

            List<Long> read = new ArrayList<>();
            RecordsGoneException gone = catchThrowableOfType(
                    RecordsGoneException.class,
                    () -> tailer.poll((memory, offset, length, index) -> read.add(index), RECORDS));
            assertThat(gone).isNotNull();
            assertThat(read).isNotEmpty().allMatch(index -> index <= RECORDS_PER_SEGMENT);
            assertThat(gone.next()).isGreaterThan(RECORDS_PER_SEGMENT);
            assertThatExceptionOfType(RecordsGoneException.class)
                    .as("it stays where it is")
                    .isThrownBy(tailer::hasNext)
                    .withMessageStartingWith("record " + tailer.index() + " is gone");
            assertThat(tailer.seek(oldest(journal)).hasNext()).isTrue();
        }
    }

    @Test
    void shouldTellANamedTailerThatWhereItWasIsGone() {
        try (Journal journal = open(Retention.keepAll().withMaxBytes(3 * SEGMENT_BYTES))) {
            append(journal, 10);
            try (Tailer tailer = journal.tailer("slow")) {
                tailer.poll((memory, offset, length, index) -> {}, 4);
                tailer.commit();
            }
            append(journal, RECORDS);
            await(() -> oldest(journal) > RECORDS_PER_SEGMENT);
            try (Tailer tailer = journal.tailer("slow")) {
                assertThat(tailer.index()).isEqualTo(4);
                for (int i = 0; i < 2; i++) {
                    assertThatExceptionOfType(RecordsGoneException.class)
                            .isThrownBy(tailer::tryRead)
                            .withMessageStartingWith("record 4 is gone");
                }
                assertThat(tailer.seekToStart().tryRead())
                        .map(JournalRecord::index)
                        .hasValue(oldest(journal));
            }
        }
    }

    @Test
    void shouldRefuseToSeekWhatIsGone() {
        try (Journal journal = open(Retention.keepAll().withMaxBytes(3 * SEGMENT_BYTES));
                Tailer tailer = journal.tailer()) {
            append(journal, RECORDS);
            tailer.seekToEnd();
            await(() -> oldest(journal) > RECORDS_PER_SEGMENT);
            assertThatExceptionOfType(RecordsGoneException.class).isThrownBy(() -> tailer.seek(3));
            assertThat(tailer.index()).isEqualTo(RECORDS);
        }
    }

    @Test
    void shouldReadBackwardsToTheOldestThatIsThere() {
        try (Journal journal = open(Retention.keepAll().withMaxBytes(3 * SEGMENT_BYTES));
                Tailer tailer = journal.tailer()) {
            append(journal, RECORDS);
            await(() -> oldest(journal) > RECORDS_PER_SEGMENT);
            List<Long> read = new ArrayList<>();
            tailer.seekToEnd().pollBackwards((memory, offset, length, index) -> read.add(index), RECORDS);
            assertThat(read.getFirst()).isEqualTo(RECORDS - 1);
            assertThat(read.getLast()).isLessThanOrEqualTo(oldest(journal)).isGreaterThan(RECORDS_PER_SEGMENT);
        }
    }

    @Test
    void shouldKeepWhatANamedCursorHasNotPassed() {
        try (Journal journal = open(Retention.keepAll().withConsumedOnly());
                Tailer tailer = journal.tailer("slow")) {
            append(journal, RECORDS);
            tailer.poll((memory, offset, length, index) -> {}, 5 * RECORDS_PER_SEGMENT);
            assertThat(oldest(journal)).isZero();
            tailer.commit();
            append(journal, RECORDS_PER_SEGMENT);
            await(() -> oldest(journal) > 0);
            assertThat(oldest(journal)).isLessThanOrEqualTo(tailer.index());
            assertThat(tailer.hasNext()).isTrue();
        }
    }

    private Journal open(Retention retention) {
        return Journal.open(
                directory, JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).retention(retention));
    }

    private static void append(Journal journal, int records) {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < records; i++) {
                appender.append(new byte[8]);
            }
        }
    }

    private static long oldest(Journal journal) {
        try (Tailer tailer = journal.tailer()) {
            return tailer.index();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("the deadline").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
