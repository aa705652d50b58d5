package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other tests have journals in this JVM, too. */
class LiveJournalsTest {
    private static final int RECORD_BYTES = 1000;
    private static final int RECORDS = 10;

    @TempDir
    Path directory;

    private Stream<Journal> listed() {
        return Journal.live().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(directory.toString()))
                .map(entry -> entry.getValue());
    }

    @Test
    void shouldListAJournalUntilItIsClosed() {
        try (Journal journal = Journal.open(directory)) {
            assertThat(Journal.live()).containsEntry(directory.toString(), journal);
        }

        assertThat(listed()).isEmpty();
    }

    @Test
    void shouldListEachOpeningOfADirectory() {
        try (Journal journal = Journal.open(directory);
                Journal again = Journal.open(directory);
                Journal reader = Journal.openReadOnly(directory)) {
            assertThat(listed()).containsExactly(journal, again, reader);
        }
    }

    @Test
    void shouldTellHowFarAJournalHasCome() {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
                Journal reader = Journal.openReadOnly(directory);
                Appender appender = journal.appender()) {
            JournalStats before = journal.stats();
            assertThat(before).isEqualTo(new JournalStats(0, 0, 0, 0, before.endPosition(), 0, false, 0, 0, 0));
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[RECORD_BYTES]);
            }
            JournalStats after = journal.stats();

            assertThat(after.nextIndex()).isEqualTo(RECORDS);
            assertThat(after.lastSegment()).isPositive();
            assertThat(after.endPosition()).isGreaterThan(before.endPosition() + RECORDS * RECORD_BYTES);
            assertThat(reader.stats().nextIndex()).isEqualTo(RECORDS);
            journal.force();
            assertThat(journal.stats().durablePosition()).isEqualTo(after.endPosition());
        }
    }

    @Test
    void shouldTellHowLongForcesHaveTaken() {
        try (Journal journal = Journal.open(directory);
                Journal reader = Journal.openReadOnly(directory);
                Appender appender = journal.appender()) {
            appender.append(new byte[RECORD_BYTES]);
            journal.force();
            JournalStats once = journal.stats();
            appender.append(new byte[RECORD_BYTES]);
            journal.force();
            JournalStats twice = journal.stats();

            assertThat(once.forces()).isPositive();
            assertThat(once.longestForceNanos()).isPositive();
            assertThat(once.forceNanos()).isGreaterThanOrEqualTo(once.longestForceNanos());
            assertThat(twice.forces()).isGreaterThan(once.forces());
            assertThat(twice.forceNanos()).isGreaterThan(once.forceNanos());
            assertThat(twice.segments()).isEqualTo(1);
            assertThat(reader.stats().forces()).isZero();
        }
    }

    @Test
    void shouldTellWhereCursorsStand() {
        try (Journal journal = Journal.open(directory);
                Journal reader = Journal.openReadOnly(directory);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer("books")) {
            assertThat(journal.cursorIndexes()).containsExactly(Map.entry("books", 0L));
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[RECORD_BYTES]);
            }
            int read = tailer.poll(RecordHandler.copying((bytes, length, index) -> {}), 3);
            tailer.commit();

            assertThat(read).isEqualTo(3);
            assertThat(journal.cursorIndexes()).containsExactly(Map.entry("books", 3L));
            assertThat(reader.cursorIndexes()).containsExactly(Map.entry("books", 3L));
        }
    }

    @Test
    void shouldTellNothingOfAClosedJournal() {
        Journal journal = Journal.open(directory);
        journal.close();

        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(journal::stats);
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(journal::cursorIndexes);
    }
}
