package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of the control file that are right by themselves, and aren't what belongs there. */
@Timeout(60)
class SwappedWordsTest {
    private static final int SEGMENTS = 6;
    private static final int[] WORDS = {
        ControlLayout.RECOVERING_AT,
        ControlLayout.FIRST_SEGMENT_AT,
        ControlLayout.LAST_SEGMENT_AT,
        ControlLayout.SESSIONS_BEGUN_AT,
        ControlLayout.SESSIONS_ENDED_AT,
        ControlLayout.BOOT_CHECK_AT,
        ControlLayout.WATERMARK_AT,
        ControlLayout.PLACE_AT,
        ControlLayout.LOCK_AT,
        ControlLayout.POISON_AT
    };

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), SEGMENTS);
        records = journal.read();
    }

    private void set(int at, long value) {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            assertThat(control.changeWord(at, control.word(at), CheckedWord.of(value)))
                    .isTrue();
        }
    }

    private void swap(int one, int other) {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            long word = control.word(one);
            assertThat(control.changeWord(one, word, control.word(other))).isTrue();
            assertThat(control.changeWord(other, control.word(other), word)).isTrue();
        }
    }

    private void letTheProcessHaveDied() {
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            assertThat(control.beginSession()).isPositive();
        }
    }

    private void assertAllThere() {
        for (int number = 0; number < SEGMENTS; number++) {
            assertThat(journal.segment(number)).exists();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNothingWhicheverTwoOfThemAreSwapped(boolean died) throws IOException {
        for (int i = 0; i < WORDS.length; i++) {
            for (int j = 0; j < i; j++) {
                if (died) {
                    letTheProcessHaveDied();
                }
                swap(WORDS[i], WORDS[j]);
                checkOpening(WORDS[i] + " and " + WORDS[j]);
                checkRepair(WORDS[i] + " and " + WORDS[j]);
                journal.restore();
            }
        }
    }

    private void checkOpening(String which) {
        try (Journal opened = JournalCopy.open(journal.directory)) {
            assertThat(opened.recovery().flatMap(recovery -> recovery.cut()))
                    .as(which)
                    .isEmpty();
            assertThat(journal.read()).as(which).isEqualTo(records);
        } catch (JournalException e) {
            // Refused.
        }
        assertAllThere();
    }

    private void checkRepair(String which) throws IOException {
        RepairReport report = Journal.repair(journal.directory);
        assertThat(Journal.verify(journal.directory).isIntact()).as(which).isTrue();
        assertThat(report.cut()).as(which).isEmpty();
        assertThat(report.lost()).as(which).hasSizeLessThanOrEqualTo(1);
        assertThat(journal.read()).as(which).isEqualTo(records);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseAFirstSegmentBehindTheLast(boolean died) throws IOException {
        if (died) {
            letTheProcessHaveDied();
        }
        set(ControlLayout.FIRST_SEGMENT_AT, 0xCE164300L);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(JournalCorruptException.class)
                    .isThrownBy(() -> JournalCopy.open(journal.directory).close())
                    .withMessageContaining(
                            "the first segment is 3457565440, and the last one is 5; repair rebuilds it");
            assertThatExceptionOfType(JournalCorruptException.class)
                    .isThrownBy(journal::read)
                    .withMessageContaining("the first segment is 3457565440");
        }
        assertThat(Journal.verify(journal.directory)).satisfies(report -> {
            assertThat(report.segments()).isEqualTo(SEGMENTS);
            assertThat(report.records()).isEqualTo(records.size());
            assertThat(report.damage()).isEmpty();
            assertThat(report.mendable())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.offset()).isEqualTo(ControlLayout.FIRST_SEGMENT_AT));
        });
        checkRepair("the first segment");
    }

    @Test
    void shouldBelieveTheFilesIfBothNumbersAreBehindThem() throws IOException {
        set(ControlLayout.LAST_SEGMENT_AT, 1L << 40);
        set(ControlLayout.FIRST_SEGMENT_AT, 1L << 40);
        assertThat(Journal.verify(journal.directory).mendable()).isNotEmpty();
        RepairReport report = Journal.repair(journal.directory);
        assertThat(report.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.segment()).isEqualTo(SEGMENTS);
            assertThat(lost.what()).contains("those up to segment " + (1L << 40) + " are missing");
        });
        assertAllThere();
        assertThat(journal.read()).isEqualTo(records);
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @Test
    void shouldKeepSegmentsBeforeTheFirstUntilRetentionWouldDeleteThem() {
        letTheProcessHaveDied();
        set(ControlLayout.FIRST_SEGMENT_AT, 2);
        JournalCopy.open(journal.directory).close();
        assertAllThere();
        open(Retention.keepAll().maxBytes((SEGMENTS - 2) * JournalCopy.SEGMENT_BYTES))
                .close();
        assertAllThere();
        try (Journal opened = open(Retention.keepAll().maxBytes(3 * JournalCopy.SEGMENT_BYTES))) {
            Await.until("what is before the last three is deleted", () -> !Files.exists(journal.segment(2)));
            assertThat(opened.recovery()).isEmpty();
        }
        assertThat(journal.segment(0)).doesNotExist();
        assertThat(journal.segment(1)).doesNotExist();
        assertThat(journal.segment(3)).exists();
    }

    private Journal open(Retention retention) {
        return Journal.open(
                journal.directory, JournalOptions.defaults().prefault(false).retention(retention));
    }

    @Test
    void shouldTakeInWhatIsIntactBeforeTheFirstSegmentIfTheControlFileIsDamaged() throws IOException {
        set(ControlLayout.FIRST_SEGMENT_AT, 2);
        assertThat(journal.read()).hasSizeLessThan(records.size());
        journal.flip(journal.control(), ControlLayout.PLACE_AT, 0);
        assertThat(Journal.verify(journal.directory).records()).isEqualTo(records.size());
        checkRepair("the place");
        set(ControlLayout.FIRST_SEGMENT_AT, 2);
        journal.flip(journal.control(), ControlLayout.PLACE_AT, 0);
        journal.flip(journal.segment(0), 1000, 0);
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(journal.read())
                .isNotEmpty()
                .isEqualTo(records.subList(records.size() - journal.read().size(), records.size()));
        assertAllThere();
    }
}
