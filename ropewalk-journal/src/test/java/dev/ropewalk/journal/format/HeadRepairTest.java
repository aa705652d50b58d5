package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is lost of heads and of the control file comes back from the other files. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class HeadRepairTest {
    @Parameter
    private int format;

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), 3, format);
        records = journal.read();
    }

    /** Repairs, and checks that nothing was lost, that what was overwritten is kept, and that the journal goes on. */
    private RepairReport repair(int kept) throws IOException {
        VerificationReport damaged = Journal.verify(journal.directory);
        assertThat(damaged.mendable()).isNotEmpty();
        assertThat(damaged.damage()).isEmpty();
        assertThat(damaged.records()).isEqualTo(records.size());
        RepairReport report = Journal.repair(journal.directory);
        assertThat(report.cut()).isEmpty();
        assertThat(report.overwritten()).hasSize(kept).allMatch(Files::exists);
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
        assertThat(journal.read()).isEqualTo(records);
        try (Journal opened = JournalCopy.open(journal.directory)) {
            assertThat(opened.recovery()).isEmpty();
            assertThat(opened.durableIndex()).isEqualTo(nextIndex());
            assertThat(opened.appender().append(new byte[8])).isEqualTo(nextIndex());
        }
        return report;
    }

    private long nextIndex() {
        String last = records.getLast();
        return Long.parseLong(last.substring(0, last.indexOf(' '))) + 1;
    }

    @Test
    void shouldRebuildAMissingControlFile() throws IOException {
        Files.delete(journal.control());
        assertThat(Journal.verify(journal.directory).mendable())
                .containsExactly(new VerificationReport.Damage(-1, 0, "its file is missing", true));
        repair(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 48, 85, 100, 132, 199, 3000})
    void shouldRebuildATruncatedControlFile(int bytes) throws IOException {
        byte[] before = journal.original(journal.control());
        journal.truncate(journal.control(), bytes);
        assertThat(Journal.verify(journal.directory).mendable())
                .containsExactly(
                        new VerificationReport.Damage(-1, bytes, "its file has " + bytes + " bytes, not 4096", true));
        RepairReport report = repair(1);
        assertThat(report.overwritten().getFirst()).hasSize(bytes);
        if (bytes >= FileHead.BYTES) {
            assertThat(Files.readAllBytes(journal.control())).startsWith(Arrays.copyOf(before, FileHead.BYTES));
        }
    }

    @Test
    void shouldRebuildTheHeadsOfAllSegmentsFromTheControlFile() throws IOException {
        for (int number = 0; number < 3; number++) {
            journal.zero(journal.segment(number), 0, FileHead.BYTES);
        }
        repair(3);
        assertThat(Files.readAllBytes(journal.segment(1))).startsWith(head(1));
    }

    @Test
    void shouldRebuildTheControlFileAndHeadsFromTheOneHeadThatIsLeft() throws IOException {
        Files.delete(journal.control());
        journal.zero(journal.segment(0), 0, FileHead.BYTES);
        journal.zero(journal.segment(2), 0, 100);
        repair(2);
        assertThat(Files.readAllBytes(journal.segment(0))).startsWith(head(0));
        assertThat(Files.readAllBytes(journal.segment(2))).startsWith(head(2));
    }

    private byte[] head(long number) {
        return Arrays.copyOf(journal.original(journal.segment(number)), FileHead.BYTES);
    }

    @Test
    void shouldBelieveAHeadWithOneWrongBitIfNoneIsIntact() throws IOException {
        for (Path file : List.of(journal.control(), journal.segment(1), journal.segment(2))) {
            journal.zero(file, 8, 20);
        }
        journal.flip(journal.segment(0), SegmentLayout.IDENTITY_AT + 2, 5);
        repair(4);
        assertThat(Files.readAllBytes(journal.segment(0))).startsWith(head(0));
    }

    @Test
    void shouldRefuseWhereNoHeadTellsTheIdentity() throws IOException {
        for (Path file : List.of(journal.control(), journal.segment(0), journal.segment(1), journal.segment(2))) {
            journal.zero(file, SegmentLayout.IDENTITY_AT, FileHead.BYTES);
        }
        refuses(ControlLayout.FILE, "nothing tells the journal's identity");
    }

    /** It is refused by verification and by repair, with the same words, and nothing is changed. */
    private void refuses(String... words) throws IOException {
        Map<Path, String> before = journal.contents();
        VerificationReport report = Journal.verify(journal.directory);
        VerificationReport.Damage damage = report.damage().orElseThrow();
        assertThat(damage.file() + ": " + damage.what()).contains(words);
        assertThatThrownBy(() -> Journal.repair(journal.directory))
                .isInstanceOfSatisfying(JournalCorruptException.class, e -> {
                    assertThat(e.segment()).isEqualTo(damage.segment());
                    assertThat(e.offset()).isEqualTo(damage.offset());
                })
                .hasMessageContainingAll(words);
        assertThat(journal.contents()).isEqualTo(before);
    }

    @Test
    void shouldRefuseTheControlFileOfAnotherJournalUntilItIsMovedAway() throws IOException {
        Path other = folder.resolve("other");
        Journal.open(other).close();
        Files.copy(other.resolve(ControlLayout.FILE), journal.control(), StandardCopyOption.REPLACE_EXISTING);
        refuses(ControlLayout.FILE, "0000000000.seg and 2 more are of identity", "different journals", "move away");
        Files.move(journal.control(), folder.resolve("foreign"));
        repair(0);
    }

    @Test
    void shouldRefuseASegmentOfAnotherJournal() throws IOException {
        Path other = folder.resolve("other");
        JournalCopy foreign = JournalCopy.make(other, 3, format);
        Files.copy(foreign.segment(1), journal.segment(1), StandardCopyOption.REPLACE_EXISTING);
        refuses("0000000001.seg is of identity", "journal.ctl and 2 more are of identity", "move away");
    }

    @Test
    void shouldRefuseASegmentUnderAnotherName() throws IOException {
        Files.copy(journal.segment(0), journal.segment(1), StandardCopyOption.REPLACE_EXISTING);
        refuses("0000000001.seg", "it is segment 0 by its head");
    }

    @Test
    void shouldRefuseSegmentsOfAnotherJournalThatLostTheirHeads() throws IOException {
        Path other = folder.resolve("other");
        Journal.open(other, JournalOptions.defaults().segmentBytes(JournalCopy.SEGMENT_BYTES))
                .close();
        Files.copy(other.resolve(ControlLayout.FILE), journal.control(), StandardCopyOption.REPLACE_EXISTING);
        for (int number = 0; number < 3; number++) {
            journal.zero(journal.segment(number), 0, FileHead.BYTES);
        }
        refuses("0000000000.seg", "none of its records is of segment 0 of the journal with identity");
    }

    @Test
    void shouldRefuseASegmentUnderAnotherNameThatLostItsHead() throws IOException {
        Files.copy(journal.segment(0), journal.segment(1), StandardCopyOption.REPLACE_EXISTING);
        journal.zero(journal.segment(1), 0, FileHead.BYTES);
        refuses("0000000001.seg", "none of its records is of segment 1 ");
    }

    @Test
    void shouldRefuseANewerVersion() throws IOException {
        byte[] newer = journal.original(journal.segment(1));
        newer[SegmentLayout.VERSION_AT] = 4;
        Files.write(journal.segment(1), newer);
        Map<Path, String> before = journal.contents();
        assertThatThrownBy(() -> Journal.repair(journal.directory))
                .isInstanceOf(JournalFormatException.class)
                .hasMessageContaining("0000000001.seg has format version 4");
        assertThatThrownBy(() -> Journal.verify(journal.directory)).isInstanceOf(JournalFormatException.class);
        assertThat(journal.contents()).isEqualTo(before);
    }

    @Test
    void shouldTakeAnAbsurdVersionForDamage() throws IOException {
        byte[] damaged = journal.original(journal.segment(1));
        Arrays.fill(damaged, SegmentLayout.VERSION_AT, SegmentLayout.NUMBER_AT, (byte) 0x5A);
        Files.write(journal.segment(1), damaged);
        repair(1);
    }

    @Test
    void shouldRefuseWhatIsNoJournalAndLeaveNothingThere() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> Journal.repair(empty)).isInstanceOf(JournalFormatException.class);
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void shouldCutBehindAMendedHeadOnlyWhereARecordIsDamaged() throws IOException {
        journal.zero(journal.control(), 0, 20);
        journal.flip(journal.segment(2), SegmentLayout.HEADER_BYTES + 20, 1);
        VerificationReport report = Journal.verify(journal.directory);
        assertThat(report.mendable()).hasSize(1);
        assertThat(report.damage())
                .hasValueSatisfying(damage -> assertThat(damage.segment()).isEqualTo(2));
        assertThat(Journal.repair(journal.directory).cut().orElseThrow().segment())
                .isEqualTo(2);
        assertThat(journal.read()).isEqualTo(records.subList(0, (int) report.records()));
    }

    @Test
    void shouldGiveATruncatedFileItsLengthBackWhereNoRecordIsLost() throws IOException {
        journal.truncate(journal.segment(2), JournalCopy.SEGMENT_BYTES - 100);
        repair(0);
        assertThat(journal.segment(2)).hasSize(JournalCopy.SEGMENT_BYTES);
    }

    @Test
    void shouldKeepWhatIsBehindASegmentsEnd() throws IOException {
        Files.write(journal.segment(1), new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        RepairReport report = repair(1);
        assertThat(report.overwritten().getFirst()).hasBinaryContent(new byte[] {1, 2, 3});
    }
}
