package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.CursorContent;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovery of a journal of which a file is missing or damaged as a whole, with nothing forced. */
@Timeout(60)
class LostSegmentTest {
    private static final int RECORD_BYTES = 120;
    private static final int RECORDS = 100;
    private static final int LAST = 3;

    @TempDir
    Path folder;

    private JournalCopy journal;

    @BeforeEach
    void make() throws IOException {
        Path directory = folder.resolve("journal");
        try (Journal made = open(directory);
                Appender appender = made.appender();
                Tailer tailer = made.tailer("all")) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[RECORD_BYTES - RecordLayout.HEADER_BYTES]);
            }
            assertThat(tailer.poll((memory, offset, length, index) -> {}, RECORDS))
                    .isEqualTo(RECORDS);
            tailer.commit();
        }
        try (ControlFile control = ControlFile.open(directory, true)) {
            // As if the process had been killed.
            control.beginSession();
            assertThat(control.lastSegment()).isEqualTo(LAST);
            assertThat(control.watermark().position()).isZero();
        }
        journal = JournalCopy.of(directory);
    }

    private static Journal open(Path directory) {
        return Journal.open(
                directory,
                JournalOptions.defaults()
                        .segmentBytes(JournalCopy.SEGMENT_BYTES)
                        .durability(Durability.none()));
    }

    private void letTheMachineHaveStopped(boolean stopped) {
        if (stopped) {
            try (ControlFile control = ControlFile.open(journal.directory, true)) {
                control.boot().set(new UUID(4711, 42));
            }
        }
    }

    private long cursorIndex() throws IOException {
        byte[] cursor = Files.readAllBytes(journal.directory.resolve("cursors/all.cursor"));
        long word = ByteBuffer.wrap(cursor).order(ByteOrder.LITTLE_ENDIAN).getLong(CursorContent.INDEX_AT);
        return CheckedWord.value(word) - 1;
    }

    private void assertRefused(long segment) throws IOException {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(JournalCorruptException.class)
                    .isThrownBy(() -> open(journal.directory))
                    .satisfies(e -> assertThat(e.segment()).isEqualTo(segment));
        }
        assertThat(cursorIndex()).isEqualTo(RECORDS);
        assertThat(Journal.verify(journal.directory).isIntact()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLoseALastSegmentThatIsMissing(boolean stopped) throws IOException {
        Files.delete(journal.segment(LAST));
        letTheMachineHaveStopped(stopped);
        assertRefused(LAST);
        RepairReport report = Journal.repair(journal.directory);
        assertThat(report.cut())
                .hasValueSatisfying(cut -> assertThat(cut.reason()).contains("segment 3", "missing"));
        assertThat(report.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.segment()).isEqualTo(LAST);
            assertThat(lost.what()).contains("missing");
        });
        assertThat(report.cursors())
                .singleElement()
                .satisfies(cursor ->
                        assertThat(cursor.what()).contains("stands before record " + RECORDS, "it is set back"));
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLoseALastSegmentWhoseHeadHasAWrongBit(boolean stopped) throws IOException {
        journal.flip(journal.segment(LAST), 3, 0);
        letTheMachineHaveStopped(stopped);
        assertRefused(LAST);
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(journal.read()).hasSize(RECORDS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLoseALastSegmentThatIsTruncated(boolean stopped) throws IOException {
        journal.truncate(journal.segment(LAST), 1000);
        letTheMachineHaveStopped(stopped);
        assertRefused(LAST);
        assertThat(Journal.repair(journal.directory).lost())
                .anySatisfy(damage -> assertThat(damage.what()).contains("1000 bytes, not 4096"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotTakeALaterSegmentForTheFirst(boolean stopped) throws IOException {
        Files.delete(journal.segment(0));
        letTheMachineHaveStopped(stopped);
        assertRefused(0);
        assertThat(Journal.repair(journal.directory).lost())
                .singleElement()
                .satisfies(damage -> assertThat(damage.segment()).isZero());
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @Test
    void shouldTellEachSegmentThatIsMissing() throws IOException {
        Files.delete(journal.segment(1));
        Files.delete(journal.segment(LAST));
        RepairReport report = Journal.repair(journal.directory);
        assertThat(report.cut())
                .hasValueSatisfying(cut -> assertThat(cut.kept()).hasSize(1));
        assertThat(report.lost()).extracting(VerificationReport.Damage::segment).containsExactly(1L, (long) LAST);
    }

    @Test
    void shouldTellWhatCanBeKnownOfALastSegmentThatIsMissingWithTheControlFile() throws IOException {
        Files.delete(journal.segment(LAST));
        // A segment that was made ahead would tell.
        Files.deleteIfExists(journal.segment(LAST + 1));
        Files.delete(journal.control());
        assertThat(Journal.verify(journal.directory).mendable())
                .anySatisfy(damage -> assertThat(damage.what()).contains("whether segment 3 follows segment 2"));
        RepairReport report = Journal.repair(journal.directory);
        assertThat(report.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.segment()).isEqualTo(LAST);
            assertThat(lost.what()).contains("can't be told");
        });
        assertThat(report.cursors()).extracting(CursorFinding::cursor).containsExactly("all");
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @Test
    void shouldNotSuspectThatASegmentIsMissingBehindOneThatHasNotEnded() throws IOException {
        Files.delete(journal.control());
        assertThat(Journal.verify(journal.directory).mendable())
                .noneSatisfy(damage -> assertThat(damage.what()).contains("follows"));
        assertThat(Journal.repair(journal.directory).lost()).isEmpty();
        assertThat(journal.read()).hasSize(RECORDS);
    }

    @Test
    void shouldNameADamagedSegmentOnce() throws IOException {
        journal.flip(journal.segment(LAST), 3, 0);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> open(journal.directory))
                .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce("is damaged"));
    }

    @Test
    void shouldRefuseAHoleWithRecordsBehindItWhereTheMachineHasNotStopped() throws IOException {
        int hole = SegmentLayout.HEADER_BYTES;
        journal.zero(journal.segment(LAST), hole, hole + RECORD_BYTES);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> open(journal.directory))
                .satisfies(e -> assertThat(e.offset()).isEqualTo(hole));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20260101000000.seg", "999999999999999999.seg", "00000000000002.seg"})
    void shouldLeaveFilesAloneThatHaveANameLikeASegments(String name) throws IOException {
        Path copy = Files.copy(journal.segment(2), journal.directory.resolve(name));
        byte[] before = Files.readAllBytes(copy);
        open(journal.directory).close();
        letTheMachineHaveStopped(true);
        open(journal.directory).close();
        assertThat(copy).hasBinaryContent(before);
        assertThat(journal.read()).hasSize(RECORDS);
    }

    @Test
    void shouldFindASegmentBehindOneThatIsMissing() throws IOException {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            // The disk may have an old one.
            control.setLastSegment(1);
        }
        Files.delete(journal.segment(2));
        letTheMachineHaveStopped(true);
        try (Journal opened = open(journal.directory)) {
            assertThat(opened.recovery().flatMap(RecoveryReport::cut)).hasValueSatisfying(cut -> {
                assertThat(cut.segment()).isEqualTo(1);
                assertThat(cut.kept())
                        .singleElement()
                        .satisfies(kept -> assertThat(kept).exists());
            });
        }
    }

    @Test
    void shouldNotTakeAJournalForANewOneThatLostTheNumberOfItsLastSegment() throws IOException {
        journal.zero(journal.control(), ControlLayout.LAST_SEGMENT_AT, ControlLayout.SESSIONS_BEGUN_AT);
        assertRefused(FileHead.CONTROL);
        assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(journal::read);
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(journal.read()).hasSize(RECORDS);
    }
}
