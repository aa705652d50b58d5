package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words that a rebuilt control file has. */
class ControlRebuildTest {
    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), 4);
        records = journal.read();
    }

    private ControlFile control() {
        return ControlFile.open(journal.directory, false);
    }

    private long number(int record) {
        String told = records.get(record);
        return Long.parseLong(told.substring(0, told.indexOf(' ')));
    }

    private static long word(Path file, int at) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(at);
    }

    @Test
    void shouldSayWhatTheLostOneSaid() throws IOException {
        long durable;
        try (ControlFile before = control()) {
            durable = before.watermark().position();
            assertThat(before.sessionsBegun()).isEqualTo(2);
        }
        Files.delete(journal.control());
        Journal.repair(journal.directory);
        try (ControlFile after = control()) {
            assertThat(after.isMade()).isTrue();
            assertThat(after.hasOpenSessions()).isFalse();
            assertThat(after.sessionsBegun()).isEqualTo(2);
            assertThat(after.firstSegment()).isZero();
            assertThat(after.lastSegment()).isEqualTo(3);
            assertThat(after.watermark().position()).isEqualTo(durable);
            assertThat(after.watermark().isPoisoned()).isFalse();
            assertThat(after.madeMillis())
                    .isEqualTo(CheckedWord.value(word(journal.segment(0), SegmentLayout.START_AT)));
        }
    }

    @Test
    void shouldPromiseNothingBeforeTheRepairHasEnded() throws IOException {
        Files.delete(journal.control());
        new FileHeadRepair(journal.directory, () -> {}).run();
        try (ControlFile control = control()) {
            assertThat(control.isMade()).isFalse();
            assertThat(control.watermark().position()).isZero();
            assertThat(control.watermark().isPoisoned()).isTrue();
            assertThat(control.sessionsBegun()).isEqualTo(2);
        }
        try (Journal opened = JournalCopy.open(journal.directory)) {
            assertThatThrownBy(opened::appender).isInstanceOf(JournalPoisonedException.class);
        }
        assertThat(journal.read()).isEqualTo(records);
        Journal.repair(journal.directory);
        try (Journal opened = JournalCopy.open(journal.directory)) {
            assertThat(opened.appender().append(new byte[8])).isEqualTo(number(records.size() - 1) + 1);
        }
    }

    @Test
    void shouldKeepTheWordsThatAreIntact() throws IOException {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            while (control.sessionsBegun() < 100) {
                assertThat(control.beginSession()).isPositive();
                control.endSession();
            }
        }
        journal.zero(journal.control(), 0, 60);
        Journal.repair(journal.directory);
        try (ControlFile after = control()) {
            assertThat(after.sessionsBegun()).isEqualTo(100);
        }
    }

    @Test
    void shouldFindTheFirstSegmentThatRetentionHasLeft() throws IOException {
        deleteFirst(2);
        List<String> left = journal.read();
        assertThat(left).isNotEmpty().isEqualTo(records.subList(records.size() - left.size(), records.size()));
        Files.delete(journal.control());
        assertThat(Journal.verify(journal.directory).records()).isEqualTo(left.size());
        Journal.repair(journal.directory);
        assertThat(journal.read()).isEqualTo(left);
        try (ControlFile after = control()) {
            assertThat(after.firstSegment()).isEqualTo(2);
        }
    }

    private void deleteFirst(int segments) throws IOException {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            control.raiseFirstSegment(segments);
        }
        for (int number = 0; number < segments; number++) {
            Files.delete(journal.segment(number));
        }
    }

    @Test
    void shouldFindTheFirstIndexByTheNextSegment() throws IOException {
        deleteFirst(1);
        List<String> left = journal.read();
        journal.zero(journal.segment(1), 0, SegmentLayout.START_AT);
        journal.zero(journal.segment(2), SegmentLayout.FIRST_INDEX_AT, SegmentLayout.START_AT);
        assertThat(Journal.verify(journal.directory).damage()).isEmpty();
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(journal.read()).isEqualTo(left);
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @Test
    void shouldFindTheFirstIndexOfTheOnlySegmentIfOneBitIsWrong() throws IOException {
        deleteFirst(3);
        List<String> left = journal.read();
        journal.flip(journal.segment(3), SegmentLayout.FIRST_INDEX_AT, 3);
        assertThat(Journal.verify(journal.directory).mendable()).hasSize(1);
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(journal.read()).isEqualTo(left);
    }

    @Test
    void shouldRefuseAndCutNothingWhereNothingTellsTheFirstIndex() throws IOException {
        deleteFirst(3);
        journal.zero(journal.segment(3), SegmentLayout.FIRST_INDEX_AT, SegmentLayout.START_AT);
        byte[] before = Files.readAllBytes(journal.segment(3));
        assertThat(Journal.verify(journal.directory).damage())
                .hasValueSatisfying(damage -> assertThat(damage.what()).contains("no other segment tells it"));
        assertThatThrownBy(() -> Journal.repair(journal.directory))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("no other segment tells it");
        assertThat(journal.segment(3)).hasBinaryContent(before);
    }

    private void assertIsLost(String file) {
        assertThat(Journal.verify(journal.directory)).satisfies(report -> {
            assertThat(report.mendable()).isEmpty();
            assertThat(report.damage()).hasValueSatisfying(damage -> {
                assertThat(damage.file()).isEqualTo(file);
                assertThat(damage.what()).contains("missing");
                assertThat(damage.wasDurable()).isTrue();
            });
        });
    }

    @Test
    void shouldTellThatTheFirstOrTheLastSegmentsAreMissing() throws IOException {
        Files.delete(journal.segment(0));
        assertIsLost("0000000000.seg");
        assertThat(Journal.repair(journal.directory).lost())
                .singleElement()
                .satisfies(damage -> assertThat(damage.file()).isEqualTo("0000000000.seg"));
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
        journal.restore();
        Files.delete(journal.segment(3));
        assertIsLost("0000000003.seg");
        assertThat(Journal.repair(journal.directory).cut()).hasValueSatisfying(cut -> {
            assertThat(cut.segment()).isEqualTo(2);
            assertThat(cut.reason()).contains("segment 3", "missing");
        });
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
        assertThat(journal.read())
                .isNotEmpty()
                .isEqualTo(records.subList(0, journal.read().size()));
    }

    @Test
    void shouldTellALostFirstSegmentIfTheControlFileIsDamagedAsWell() throws IOException {
        Files.delete(journal.segment(0));
        journal.flip(journal.control(), ControlLayout.SESSIONS_ENDED_AT, 0);
        VerificationReport verified = Journal.verify(journal.directory);
        assertThat(verified.mendable()).hasSize(1);
        assertThat(verified.damage()).hasValueSatisfying(damage -> {
            assertThat(damage.file()).isEqualTo("0000000000.seg");
            assertThat(damage.what()).contains("missing", "all before record " + verified.firstIndex());
        });
        assertThat(verified.firstIndex()).isPositive();
        assertThat(Journal.repair(journal.directory).lost()).singleElement().satisfies(lost -> {
            assertThat(lost.file()).isEqualTo("0000000000.seg");
            assertThat(lost.what()).contains("missing", "all before record " + verified.firstIndex());
            assertThat(lost.wasDurable()).isTrue();
        });
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @Test
    void shouldTellWhereNothingTellsWhetherRetentionHasDeletedTheFirstSegments() throws IOException {
        deleteFirst(2);
        Files.delete(journal.control());
        VerificationReport verified = Journal.verify(journal.directory);
        assertThat(verified.damage()).isEmpty();
        assertThat(verified.mendable()).anySatisfy(damage -> {
            assertThat(damage.offset()).isEqualTo(ControlLayout.FIRST_SEGMENT_AT);
            assertThat(damage.what()).contains("whether retention has deleted", "segment 2 is the first one");
        });
        assertThat(Journal.repair(journal.directory).lost()).singleElement().satisfies(lost -> {
            assertThat(lost.file()).isEqualTo("0000000001.seg");
            assertThat(lost.what()).contains("can't be told", "all before record " + verified.firstIndex());
            assertThat(lost.wasDurable()).isFalse();
        });
    }

    @Test
    void shouldNotTellOfSegmentsThatRetentionHasDeletedIfItsWordIsIntact() throws IOException {
        deleteFirst(2);
        journal.flip(journal.control(), ControlLayout.SESSIONS_ENDED_AT, 0);
        assertThat(Journal.verify(journal.directory).damage()).isEmpty();
        assertThat(Journal.verify(journal.directory).mendable()).hasSize(1);
        assertThat(Journal.repair(journal.directory).lost()).isEmpty();
    }
}
