package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each bit of the control file's words and of the first segment's header is flipped: the verifier finds it, or no reader sees a
 * difference. A repair, of one bit in each byte, mends it without a cut.
 */
class FlippedHeadTest {
    private static final int CONTROL_BYTES = ControlLayout.POISON_AT + 2 * Long.BYTES;

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), 2);
        records = journal.read();
    }

    @Test
    void shouldMendEachFlippedBitOfTheControlFile() throws IOException {
        int found = 0;
        for (int bit = 0; bit < CONTROL_BYTES * Byte.SIZE; bit++) {
            found += checkFlip(journal.control(), bit, Head.CONTROL);
        }
        // Six words, and the head except its zeros at the end.
        assertThat(found).isEqualTo((Head.BYTES + 7 * Long.BYTES) * Byte.SIZE);
    }

    @Test
    void shouldMendEachFlippedBitOfTheFirstSegmentsHeader() throws IOException {
        int found = 0;
        for (int bit = 0; bit < SegmentLayout.HEADER_BYTES * Byte.SIZE; bit++) {
            found += checkFlip(journal.segment(0), bit, 0);
        }
        assertThat(found).isEqualTo(SegmentLayout.HEADER_BYTES * Byte.SIZE);
    }

    /** Returns 1 if the verifier finds it, 0 if it changes nothing. */
    private int checkFlip(Path file, int bit, long segment) throws IOException {
        int offset = bit / Byte.SIZE;
        String what = "bit " + bit % Byte.SIZE + " at offset " + offset + " of " + file;
        journal.flip(file, offset, bit % Byte.SIZE);
        VerificationReport report = Journal.verify(journal.directory);
        if (report.isIntact()) {
            assertThat(journal.read()).as(what).isEqualTo(records);
            journal.flip(file, offset, bit % Byte.SIZE);
            return 0;
        }
        assertThat(report.damage()).as(what).isEmpty();
        assertThat(report.records()).as(what).isEqualTo(records.size());
        assertThat(report.mendable()).as(what).isNotEmpty().allSatisfy(damage -> {
            assertThat(damage.segment()).isEqualTo(segment);
            // Of a checked word the start is told.
            assertThat(damage.offset()).isIn((long) offset, offset & -8L);
        });
        if (bit % Byte.SIZE == offset * 3 % Byte.SIZE) {
            repair(what);
        } else {
            journal.flip(file, offset, bit % Byte.SIZE);
        }
        return 1;
    }

    private void repair(String what) throws IOException {
        assertThat(Journal.repair(journal.directory).cut()).as(what).isEmpty();
        assertThat(journal.read()).as(what).isEqualTo(records);
        assertThat(Journal.verify(journal.directory).isIntact()).as(what).isTrue();
        journal.restore();
    }
}
