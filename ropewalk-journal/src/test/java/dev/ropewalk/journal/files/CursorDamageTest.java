package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalInfo;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.CursorContent;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What verification, repair, information and tailers make of damaged cursors. */
class CursorDamageTest {
    private static final int RECORDS = 10;
    private static final int READ = 5;

    @TempDir
    Path folder;

    private Path journal;
    private Path bad;

    /** What has happened to a file, and where its cursor stands after a repair. */
    enum Harm {
        EMPTIED(false, 0),
        ZEROED(false, 0),
        CUT_BEFORE_THE_INDEX(true, 0),
        WRONG_MAGIC(true, 0),
        WRONG_VERSION(true, 0),
        WRONG_INDEX(true, 0),
        OF_ANOTHER_CURSOR(true, 0),
        OF_ANOTHER_JOURNAL(true, 0),
        NO_FILE(true, 0),
        CUT_BEHIND_THE_INDEX(false, READ),
        TOO_LONG(false, READ),
        NOT_ZERO_BEHIND_THE_IDENTITY(false, READ),
        NOT_ZERO_BEHIND_THE_INDEX(false, READ);

        final boolean isUnusable;
        final long repaired;

        Harm(boolean isUnusable, long repaired) {
            this.isUnusable = isUnusable;
            this.repaired = repaired;
        }

        void inflict(Path file, Path other) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            switch (this) {
                case EMPTIED -> bytes = new byte[0];
                case ZEROED -> bytes = new byte[bytes.length];
                case CUT_BEFORE_THE_INDEX -> bytes = Arrays.copyOf(bytes, CursorContent.INDEX_AT);
                case WRONG_MAGIC -> bytes[0] ^= 1;
                case WRONG_VERSION -> bytes[8] ^= 2;
                case WRONG_INDEX -> bytes[CursorContent.INDEX_AT] ^= 4;
                case OF_ANOTHER_CURSOR -> bytes = Files.readAllBytes(file.resolveSibling("good.cursor"));
                case OF_ANOTHER_JOURNAL -> bytes = Files.readAllBytes(other);
                case NO_FILE -> {
                    Files.delete(file);
                    Files.createSymbolicLink(file, other);
                    return;
                }
                case CUT_BEHIND_THE_INDEX -> bytes = Arrays.copyOf(bytes, CursorContent.INDEX_AT + Long.BYTES);
                case TOO_LONG -> bytes = Arrays.copyOf(bytes, bytes.length + 1);
                case NOT_ZERO_BEHIND_THE_IDENTITY -> bytes[CursorContent.INDEX_AT - 1] = 1;
                case NOT_ZERO_BEHIND_THE_INDEX -> bytes[bytes.length - 1] = 1;
            }
            Files.write(file, bytes);
        }
    }

    @BeforeEach
    void make() {
        journal = make("journal");
        bad = journal.resolve("cursors/bad.cursor");
    }

    private Path make(String name) {
        Path made = folder.resolve(name);
        try (Journal opened = open(made);
                Appender appender = opened.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[8]);
            }
            for (String cursor : new String[] {"bad", "good"}) {
                try (Tailer tailer = opened.tailer(cursor)) {
                    tailer.seek(READ).commit();
                }
            }
        }
        return made;
    }

    private static Journal open(Path directory) {
        return Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
    }

    @ParameterizedTest
    @EnumSource(Harm.class)
    void shouldBeNamedAndKeptAside(Harm harm) throws IOException {
        harm.inflict(bad, make("other").resolve("cursors/bad.cursor"));
        VerificationReport verified = Journal.verify(journal);
        assertThat(verified.isIntact()).isFalse();
        assertThat(verified.records()).isEqualTo(RECORDS);
        assertThat(verified.cursors()).singleElement().satisfies(finding -> {
            assertThat(finding.file()).isEqualTo("cursors/bad.cursor");
            assertThat(finding.isDamage()).isTrue();
        });
        checkInfo(harm);
        RepairReport report = Journal.repair(journal);
        assertThat(report.cut()).isEmpty();
        assertThat(report.overwritten())
                .singleElement()
                .satisfies(kept -> assertThat(kept).hasFileName("cursor-bad"));
        assertThat(report.cursors())
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("is kept in"));
        assertThat(Journal.verify(journal).isIntact()).isTrue();
        checkIndex("bad", harm.repaired);
        checkIndex("good", READ);
    }

    @Test
    void shouldNotTakeACursorThatWasNeverCommittedForOneWhoseRecordIsGone() throws IOException {
        try (Journal opened = Journal.open(
                        journal,
                        JournalOptions.defaults()
                                .segmentBytes(4096)
                                .retention(Retention.keepAll().maxBytes(4096)));
                Appender appender = opened.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[2000]);
            }
            Await.until("the first segment is deleted", () -> opened.stats().firstIndex() > 0);
            Files.write(bad, new byte[0]);
            assertThat(opened.cursorIndexes()).containsExactly(Map.entry("good", (long) READ));
        }
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            JournalInfo info = inspector.info();
            assertThat(info.firstIndex()).isPositive();
            assertThat(info.cursors()).containsEntry("bad", info.firstIndex());
        }
    }

    private void checkInfo(Harm harm) {
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            JournalInfo info = inspector.info();
            assertThat(info.cursors()).containsEntry("good", (long) READ);
            if (harm.isUnusable) {
                assertThat(info.damagedCursors()).containsOnlyKeys("bad");
                assertThat(info.cursors()).doesNotContainKey("bad");
            } else {
                assertThat(info.damagedCursors()).isEmpty();
                assertThat(info.cursors()).containsEntry("bad", harm.repaired);
            }
        }
    }

    private void checkIndex(String cursor, long index) {
        try (Journal opened = open(journal);
                Tailer tailer = opened.tailer(cursor)) {
            assertThat(tailer.index()).isEqualTo(index);
        }
    }

    @Test
    void shouldBeRefusedInAnotherJournal() throws IOException {
        Files.copy(make("other").resolve("cursors/good.cursor"), journal.resolve("cursors/new.cursor"));
        try (Journal opened = open(journal)) {
            assertThatExceptionOfType(JournalFormatException.class)
                    .isThrownBy(() -> opened.tailer("new"))
                    .withMessageContaining("new.cursor is damaged at offset 16, or the file of another cursor");
            Files.delete(journal.resolve("cursors/new.cursor"));
        }
        Files.copy(folder.resolve("other/cursors/bad.cursor"), bad, StandardCopyOption.REPLACE_EXISTING);
        try (Journal opened = open(journal)) {
            assertThatExceptionOfType(JournalFormatException.class)
                    .isThrownBy(() -> opened.tailer("bad"))
                    .withMessageContaining("bad.cursor is damaged at offset 24, or a cursor of another journal");
        }
    }

    @Test
    void shouldTellItsJournalOnceItIsOpenedEvenIfAnEarlierVersionMadeIt() throws IOException {
        byte[] bytes = Files.readAllBytes(bad);
        byte[] old = bytes.clone();
        Arrays.fill(old, 16, CursorContent.INDEX_AT, (byte) 0);
        Files.write(bad, old);
        assertThat(Journal.verify(journal).isIntact()).isTrue();
        checkIndex("bad", READ);
        assertThat(bad).hasBinaryContent(bytes);
    }

    @Test
    void shouldNotStandPastTheEnd() throws IOException {
        setIndex(RECORDS + 1);
        assertThat(Journal.verify(journal).isIntact()).isFalse();
        assertThat(Journal.verify(journal).cursors())
                .containsExactly(new CursorFinding(
                        "bad",
                        "stands before record 11, and the journal ends before record 10: it would skip what is appended next",
                        true));
        assertThat(Journal.repair(journal).cursors())
                .containsExactly(new CursorFinding(
                        "bad", "stands before record 11, and the journal ends before record 10: it is set back", true));
        assertThat(Journal.verify(journal).isIntact()).isTrue();
        checkIndex("bad", RECORDS);
    }

    @Test
    void shouldBeLeftToARecoveryThatIsDueWherePastTheEnd() throws IOException {
        setIndex(RECORDS + 1);
        try (ControlFile control = ControlFile.open(journal, true)) {
            control.boot().set(new UUID(4711, 42));
        }
        VerificationReport verified = Journal.verify(journal);
        assertThat(verified.isIntact()).isTrue();
        assertThat(verified.cursors()).extracting(CursorFinding::isDamage).containsExactly(false);
        open(journal).close();
        assertThat(Journal.verify(journal).cursors()).isEmpty();
        checkIndex("bad", RECORDS);
    }

    @Test
    void shouldBeToldWhereRetentionHasPassedIt() {
        try (Journal opened = open(journal);
                Appender appender = opened.appender()) {
            for (int i = 0; i < 4; i++) {
                appender.append(new byte[2000]);
            }
        }
        JournalOptions keeping =
                JournalOptions.defaults().retention(Retention.keepAll().maxBytes(4096));
        try (Journal opened = Journal.open(journal, keeping)) {
            assertThat(opened.cursors()).hasSize(2);
            Await.until("the first segment is deleted", () -> !Files.exists(SegmentFiles.path(journal, 0)));
        }
        VerificationReport verified = Journal.verify(journal);
        assertThat(verified.firstIndex()).isGreaterThan(READ);
        assertThat(verified.isIntact()).isTrue();
        assertThat(verified.cursors())
                .extracting(CursorFinding::cursor, CursorFinding::isDamage)
                .containsExactly(tuple("bad", false), tuple("good", false));
    }

    private void setIndex(long index) throws IOException {
        byte[] bytes = Files.readAllBytes(bad);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(CursorContent.INDEX_AT, CheckedWord.of(index + 1));
        Files.write(bad, bytes);
    }
}
