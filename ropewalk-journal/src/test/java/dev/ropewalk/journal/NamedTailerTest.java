package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.read.NamedCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedTailerTest {
    @TempDir
    Path directory;

    @Test
    void shouldGoOnAfterTheLastCommitInALaterOpening() {
        try (Journal journal = open();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer("audit")) {
            for (int i = 0; i < 1000; i++) {
                appender.append(new byte[8]);
            }
            assertThat(tailer.poll((memory, offset, length, index) -> {}, 600)).isEqualTo(600);
            tailer.commit();
            tailer.poll((memory, offset, length, index) -> {}, 100);
        }
        try (Journal journal = open();
                Tailer tailer = journal.tailer("audit")) {
            assertThat(tailer.index()).isEqualTo(600);
            assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(600L);
        }
    }

    @Test
    void shouldGoOnWithTheRecordBehindAnAbortedClaim() {
        try (Journal journal = open();
                Appender appender = journal.appender()) {
            appender.append(new byte[8]);
            appender.claim(1).abort();
            try (Tailer tailer = journal.tailer("audit")) {
                assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(0L);
                assertThat(tailer.hasNext()).isFalse();
                tailer.commit();
            }
            appender.append(new byte[8]);
            appender.append(new byte[8]);
            try (Tailer tailer = journal.tailer("audit")) {
                assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(2L);
                assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(3L);
            }
        }
    }

    @Test
    void shouldResumeBehindAClaimThatWasAbortedAfterTheCommit() {
        try (Journal journal = open();
                Appender appender = journal.appender()) {
            appender.append(new byte[8]);
            appender.claim(1).abort();
            RecordClaim open = appender.claim(1);
            try (Tailer tailer = journal.tailer("audit")) {
                assertThat(tailer.poll((memory, offset, length, index) -> {})).isEqualTo(1);
                tailer.hasNext();
                assertThat(tailer.index()).isEqualTo(2);
                tailer.commit();
            }
            open.abort();
            appender.append(new byte[8]);
            try (Tailer tailer = journal.tailer("audit")) {
                assertThat(tailer.index()).isEqualTo(3);
                assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(3L);
            }
        }
    }

    @Test
    void shouldStartWithTheFirstRecordWithoutACommit() {
        try (Journal journal = open();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer("audit")) {
            appender.append(new byte[8]);
            assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(0L);
            assertThat(journal.cursors()).containsExactly("audit");
        }
    }

    @Test
    void shouldStartAtTheEndIfACrashHasTakenWhatWasRead() {
        try (Journal journal = open();
                Appender appender = journal.appender()) {
            appender.append(new byte[8]);
            LockFile locks = LockFile.open(directory);
            try (ControlFile control = ControlFile.open(directory, false);
                    Cursors cursors = new Cursors(directory, control.identity(), locks);
                    NamedCursor cursor = cursors.open("audit")) {
                cursor.commit(5);
            } finally {
                locks.close();
            }
            try (Tailer tailer = journal.tailer("audit")) {
                assertThat(tailer.index()).isEqualTo(1);
                assertThat(tailer.tryRead()).isEmpty();
            }
        }
    }

    @Test
    void shouldReadWhatWasAppendedAfterARepairHasCutTheJournal() throws IOException {
        try (Journal journal = open();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer("audit")) {
            for (int i = 0; i < 10; i++) {
                appender.append(new byte[8]);
            }
            tailer.poll((memory, offset, length, index) -> {});
            tailer.commit();
        }
        damageRecord(5);
        assertThat(Journal.repair(directory).cut()).isPresent();
        try (Journal journal = open();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer("audit")) {
            assertThat(appender.append(new byte[8])).isEqualTo(5);
            assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(5L);
        }
    }

    private void damageRecord(int number) throws IOException {
        try (FileChannel file = FileChannel.open(directory.resolve("0000000000.seg"), StandardOpenOption.WRITE)) {
            long payload = SegmentLayout.HEADER_BYTES + 24L * number + RecordLayout.PAYLOAD;
            assertThat(file.write(ByteBuffer.allocate(1).put(0, (byte) 1), payload))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldBeOnlyOneOfAName() {
        try (Journal journal = open();
                Journal again = open();
                Tailer tailer = journal.tailer("audit")) {
            assertThat(tailer.index()).isZero();
            assertThatExceptionOfType(CursorHeldException.class).isThrownBy(() -> again.tailer("audit"));
            assertThatExceptionOfType(CursorHeldException.class).isThrownBy(() -> again.deleteCursor("audit"));
        }
        try (Journal journal = open()) {
            journal.tailer("audit").close();
            journal.deleteCursor("audit");
            assertThat(journal.cursors()).isEmpty();
        }
    }

    @Test
    void shouldGiveItsCursorBackWhenTheJournalIsClosed() {
        Tailer left;
        try (Journal journal = open()) {
            left = journal.tailer("audit");
        }
        assertThatExceptionOfType(JournalClosedException.class).isThrownBy(left::commit);
        try (Journal journal = open()) {
            journal.tailer("audit").close();
        }
        left.close();
    }

    @Test
    void shouldCommitOnlyWithAName() {
        try (Journal journal = open();
                Tailer tailer = journal.tailer()) {
            assertThatIllegalStateException()
                    .isThrownBy(tailer::commit)
                    .withMessage("only a tailer with a name has a cursor to commit");
        }
    }

    @Test
    void shouldHaveNoNameWhereNothingMayBeWritten() {
        open().close();
        try (Journal journal = Journal.openReadOnly(directory)) {
            assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> journal.tailer("audit"));
            assertThat(journal.cursors()).isEmpty();
        }
    }

    private Journal open() {
        return Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
    }
}
