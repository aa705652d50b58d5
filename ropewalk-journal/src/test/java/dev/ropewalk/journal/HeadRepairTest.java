package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is lost of heads and of the control file comes back from the other files. */
class HeadRepairTest {
    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), 3);
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
            assertThat(opened.durableIndex())
                    .isEqualTo(Journal.verify(journal.directory).records() + 2);
            assertThat(opened.appender().append(new byte[8])).isEqualTo(opened.durableIndex() - 1);
        }
        return report;
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
        if (bytes >= Head.BYTES) {
            assertThat(Files.readAllBytes(journal.control())).startsWith(java.util.Arrays.copyOf(before, Head.BYTES));
        }
    }
}
