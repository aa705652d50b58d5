package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletionUnderReadersTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int RECORDS_PER_SEGMENT = (SEGMENT_BYTES - SegmentLayout.HEADER_BYTES) / 24;
    private static final int RECORDS = 20 * RECORDS_PER_SEGMENT;
    private static final int KEPT = 3;
    private static final Retention THE_LAST_ONES = Retention.keepAll().maxBytes(KEPT * SEGMENT_BYTES);

    @TempDir
    Path directory;

    @Test
    void shouldReadTheSegmentToItsEndAndThenTellWhereToGoOn() {
        // The reader's own opening has mapped nothing but what its tailer reads.
        try (Journal journal = open(THE_LAST_ONES);
                Journal reader = open(Retention.keepAll());
                Tailer tailer = reader.tailer()) {
            append(journal, 1);
            assertThat(tailer.poll((memory, offset, length, index) -> {})).isEqualTo(1);
            append(journal, RECORDS);
            awaitRetention();

            List<Long> read = new ArrayList<>();
            RecordsGoneException gone = catchThrowableOfType(
                    RecordsGoneException.class,
                    () -> tailer.poll((memory, offset, length, index) -> read.add(index), RECORDS));
            assertThat(gone).isNotNull();
            assertThat(read).isNotEmpty().allMatch(index -> index <= RECORDS_PER_SEGMENT);
            assertThat(gone.next()).isEqualTo(oldest(journal));
            assertThatExceptionOfType(RecordsGoneException.class)
                    .as("it stays where it is")
                    .isThrownBy(tailer::hasNext)
                    .withMessageStartingWith("record " + tailer.index() + " is gone");
            assertThat(tailer.seek(oldest(journal)).hasNext()).isTrue();
        }
    }

    @Test
    void shouldTellANamedTailerThatWhereItWasIsGone() {
        try (Journal journal = open(THE_LAST_ONES)) {
            append(journal, 10);
            try (Tailer tailer = journal.tailer("slow")) {
                tailer.poll((memory, offset, length, index) -> {}, 4);
                tailer.commit();
            }
            append(journal, RECORDS);
            awaitRetention();
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
        try (Journal journal = open(THE_LAST_ONES);
                Tailer tailer = journal.tailer()) {
            append(journal, RECORDS);
            tailer.seekToEnd();
            awaitRetention();
            assertThatExceptionOfType(RecordsGoneException.class).isThrownBy(() -> tailer.seek(3));
            assertThat(tailer.index()).isEqualTo(RECORDS);
        }
    }

    @Test
    void shouldReadBackwardsToTheOldestThatIsThere() {
        try (Journal journal = open(THE_LAST_ONES);
                Tailer tailer = journal.tailer()) {
            append(journal, RECORDS);
            awaitRetention();
            List<Long> read = new ArrayList<>();
            tailer.seekToEnd().pollBackwards((memory, offset, length, index) -> read.add(index), RECORDS);
            assertThat(read.getFirst()).isEqualTo(RECORDS - 1);
            assertThat(read.getLast()).isEqualTo(oldest(journal));
        }
    }

    @Test
    void shouldKeepWhatANamedCursorHasNotPassed() {
        try (Journal journal = open(Retention.keepAll().consumedOnly(true));
                Tailer tailer = journal.tailer("slow")) {
            append(journal, RECORDS);
            tailer.poll((memory, offset, length, index) -> {}, 5 * RECORDS_PER_SEGMENT);
            assertThat(oldest(journal)).isZero();
            tailer.commit();
            append(journal, RECORDS_PER_SEGMENT);
            Await.until("what it has passed is deleted", () -> oldest(journal) == 5 * RECORDS_PER_SEGMENT);
            assertThat(tailer.index()).isEqualTo(5 * RECORDS_PER_SEGMENT);
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

    /** Waits until all is deleted that will be: readers' assertions are about a journal that doesn't change any more. */
    private void awaitRetention() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            Await.until(
                    "retention has nothing more to delete",
                    () -> control.lastSegment() - control.firstSegment() == KEPT - 1);
        }
    }
}
