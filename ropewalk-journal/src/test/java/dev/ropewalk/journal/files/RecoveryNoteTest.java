package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.LastRecovery;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.repair.RecoveryNote;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryNoteTest {
    private static final int SEGMENT = 4096;
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().segmentBytes(SEGMENT).clock(() -> NOW);

    @TempDir
    Path folder;

    private Path journal;
    private Path note;

    @BeforeEach
    void name() {
        journal = folder.resolve("journal");
        note = journal.resolve(RecoveryNote.FILE);
    }

    private Optional<RecoveryReport> append(int records) {
        try (Journal open = Journal.open(journal, OPTIONS);
                Appender appender = open.appender()) {
            for (int i = 0; i < records; i++) {
                appender.append(new byte[100]);
            }
            return open.recovery();
        }
    }

    /** Lets the machine have stopped in the middle of a record of a segment. */
    private void tear(int segment, int record) throws IOException {
        try (ControlFile control = ControlFile.open(journal, true)) {
            control.boot().set(new UUID(4711, 42));
        }
        Path file = SegmentFiles.path(journal, segment);
        byte[] bytes = Files.readAllBytes(file);
        bytes[SegmentLayout.HEADER_BYTES + record * 120 + 20] ^= 1;
        Files.write(file, bytes);
    }

    private Optional<LastRecovery> told() {
        try (JournalInspector inspector = JournalInspector.open(journal)) {
            return inspector.info().lastRecovery();
        }
    }

    @Test
    void shouldTellNothingWhereNothingHadToBeRecovered() {
        assertThat(append(3)).isEmpty();
        assertThat(append(3)).isEmpty();
        assertThat(told()).isEmpty();
        assertThat(note).doesNotExist();
    }

    @Test
    void shouldTellLaterOpeningsWhatTheLastRecoveryDid() throws IOException {
        append(100);
        tear(1, 7);
        RecoveryReport report = append(0).orElseThrow();
        CutTail cut = report.cut().orElseThrow();
        assertThat(report.records()).isEqualTo(32 + 7);
        assertThat(cut.kept()).hasSizeGreaterThan(1);
        long kept = 0;
        for (Path file : cut.kept()) {
            kept += Files.size(file);
        }
        assertThat(cut.bytes()).isEqualTo(kept);
        assertThat(append(5)).isEmpty();
        assertThat(told()).contains(new LastRecovery(NOW, false, report));
        assertThat(journal.resolve(RecoveryNote.FILE + SegmentFiles.TEMPORARY)).doesNotExist();
    }

    @Test
    void shouldTellOfTheLastOneOnly() throws IOException {
        append(3);
        tear(0, 1);
        append(3);
        try (ControlFile control = ControlFile.open(journal, true)) {
            control.beginSession();
        }
        try (Journal open = Journal.open(journal, OPTIONS)) {
            assertThat(told()).isEqualTo(open.recovery().map(report -> new LastRecovery(NOW, false, report)));
            assertThat(told().orElseThrow().report()).isEqualTo(new RecoveryReport(false, 4, 0, Optional.empty()));
        }
    }

    @Test
    void shouldTellOfARepair() throws IOException {
        append(100);
        tear(1, 7);
        Instant before = Instant.now();
        RepairReport report = Journal.repair(journal);
        LastRecovery told = told().orElseThrow();
        assertThat(told.byRepair()).isTrue();
        assertThat(told.at()).isBetween(before, Instant.now());
        assertThat(told.report().records()).isEqualTo(32 + 7);
        assertThat(told.report().cut()).isEqualTo(report.cut()).isPresent();
        // A process that opens it afterwards finds nothing to do.
        assertThat(append(1)).isEmpty();
        assertThat(told()).contains(told);
    }

    @Test
    void shouldTellEverythingThatARepairCutsOfABatch() throws IOException {
        Journal.open(journal, OPTIONS.format(Format.RUNS)).close();
        append(3);
        try (Journal open = Journal.open(journal, OPTIONS)) {
            open.appender().batch().add(new byte[100]).add(new byte[100]).commit();
        }
        tear(0, 4);
        CutTail cut = Journal.repair(journal).cut().orElseThrow();
        assertThat(cut.offset()).isEqualTo(SegmentLayout.HEADER_BYTES + 3 * 120);
        assertThat(cut.reason()).contains("record 4", "a batch isn't whole");
        assertThat(cut.kept()).hasSize(2);
        assertThat(cut.bytes())
                .isEqualTo(Files.size(cut.kept().get(0)) + Files.size(cut.kept().get(1)));
        assertThat(told().flatMap(last -> last.report().cut())).contains(cut);
    }

    @Test
    void shouldCutAFrameAsAWhole() throws IOException {
        append(3);
        try (Journal open = Journal.open(journal, OPTIONS)) {
            open.appender().batch().add(new byte[100]).add(new byte[100]).commit();
        }
        tear(0, 4);
        CutTail cut = Journal.repair(journal).cut().orElseThrow();
        assertThat(cut.offset()).isEqualTo(SegmentLayout.HEADER_BYTES + 3 * 120);
        assertThat(cut.reason()).contains("record 3");
        assertThat(cut.kept()).hasSize(1);
        assertThat(told().flatMap(last -> last.report().cut())).contains(cut);
    }

    @Test
    void shouldKeepWordsAndNamesOfAnyKind() throws IOException {
        Files.createDirectory(journal);
        var cut = new CutTail(
                1L << 40,
                4711,
                12,
                " it's \"torn\" = bad:\n\t\u00e4\ud83d\ude00 #! \\",
                List.of(journal.resolve("cut/0000000001-4711"), journal.resolve("cut/0000000002-0.1")));
        var last = new LastRecovery(
                Instant.ofEpochSecond(1, 23), true, new RecoveryReport(true, 1L << 50, 3, Optional.of(cut)));
        RecoveryNote.write(journal, last);
        assertThat(RecoveryNote.read(journal)).contains(last);
    }

    @Test
    void shouldTellNothingRatherThanFailWhereTheNoteIsDamaged() throws IOException {
        append(100);
        tear(1, 7);
        append(0);
        byte[] whole = Files.readAllBytes(note);
        for (int length = 0; length < whole.length; length++) {
            Files.write(note, Arrays.copyOf(whole, length));
            assertThat(RecoveryNote.read(journal))
                    .as("the first %d bytes", length)
                    .isNotNull();
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) 0x80;
            Files.write(note, flipped);
            assertThat(RecoveryNote.read(journal)).as("a flip at %d", at).isEmpty();
        }
        Files.write(note, new byte[whole.length]);
        assertThat(told()).isEmpty();
        Files.delete(note);
        Files.createDirectory(note);
        assertThat(told()).isEmpty();
    }

    @Test
    void shouldWriteItAgainAfterACrashInTheMiddle() throws IOException {
        append(3);
        Path half = Files.write(journal.resolve(RecoveryNote.FILE + SegmentFiles.TEMPORARY), new byte[5000]);
        tear(0, 1);
        Optional<RecoveryReport> report = append(3);
        assertThat(told().map(LastRecovery::report)).isEqualTo(report).isPresent();
        assertThat(half).doesNotExist();
    }

    @Test
    void shouldRecoverWhereTheNoteCannotBeWritten() throws IOException {
        append(3);
        tear(0, 1);
        Files.createDirectories(note.resolve("occupied"));
        assertThat(append(3)).isPresent();
        assertThat(told()).isEmpty();
        try (Journal open = Journal.open(journal, OPTIONS)) {
            assertThat(open.tailer()
                            .poll((memory, offset, length, index) -> assertThat(
                                            memory.get(ValueLayout.JAVA_BYTE, offset))
                                    .isZero()))
                    .isEqualTo(4);
        }
    }
}
