package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.KernelBoot;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bits of the control file's words and of the first segment's header are flipped: the verifier finds it, or no reader sees a
 * difference. A repair, of one bit in each byte, mends it without a cut.
 */
class FlippedHeadTest {
    private static final int CONTROL_BYTES = ControlLayout.POISON_AT + 2 * Long.BYTES;
    private static final int BOOT_BYTES = 2 * Long.BYTES;

    /** From bit to bit; it has no factor in common with those of a byte, so that each of a byte's bits has its turn. */
    private static final int STEP = Sample.of(5, 1);

    private final int first = ThreadLocalRandom.current().nextInt(STEP);

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        make(Format.FRAMES);
    }

    private void make(int format) throws IOException {
        journal = JournalCopy.make(folder.resolve("journal" + format), 2, format);
        records = journal.read();
    }

    @Test
    void shouldMendEachFlippedBitOfTheControlFile() throws IOException {
        boolean isBootKnown = !KernelBoot.identity().equals(BootIdentity.UNKNOWN);
        for (int bit = first; bit < CONTROL_BYTES * Byte.SIZE; bit += STEP) {
            int ofBoot = bit / Byte.SIZE - ControlLayout.BOOT_AT;
            boolean isWritten = isBootKnown || ofBoot < 0 || ofBoot >= BOOT_BYTES;
            assertThat(checkFlip(journal.control(), bit, FileHead.CONTROL))
                    .as("bit %d", bit)
                    .isEqualTo(isWritten ? 1 : 0);
        }
    }

    /** But for its head the control file is the same in both formats. */
    @Test
    void shouldMendEachFlippedBitOfTheControlFilesHeadInFormat1() throws IOException {
        make(Format.RUNS);
        for (int bit = first; bit < FileHead.BYTES * Byte.SIZE; bit += STEP) {
            assertThat(checkFlip(journal.control(), bit, FileHead.CONTROL)).isEqualTo(1);
        }
    }

    @Test
    void shouldFindEachFlippedBitOfTheZerosBehind() throws IOException {
        byte[] content = journal.original(journal.control());
        for (int bit = CONTROL_BYTES * Byte.SIZE; bit < content.length * Byte.SIZE; bit++) {
            int offset = bit / Byte.SIZE;
            content[offset] ^= (byte) (1 << bit % Byte.SIZE);
            try (ControlFile control = ControlFile.inMemory(journal.control(), content)) {
                assertThat(ControlWords.damages(control))
                        .singleElement()
                        .satisfies(damage -> assertThat(damage.offset()).isEqualTo(offset & -8L));
            }
            content[offset] = 0;
        }
    }

    @Test
    void shouldMendTheZerosBehindAndKeepWhatWasThere() throws IOException {
        for (int offset = CONTROL_BYTES; offset < ControlLayout.FILE_BYTES; offset += 61) {
            int bit = offset * Byte.SIZE + mended(offset);
            assertThat(checkFlip(journal.control(), bit, FileHead.CONTROL)).isEqualTo(1);
        }
        byte[] garbage = journal.original(journal.control());
        Arrays.fill(garbage, CONTROL_BYTES, garbage.length, (byte) 7);
        Files.write(journal.control(), garbage);
        assertThat(Journal.verify(journal.directory).mendable()).hasSize(1);
        assertThat(Journal.repair(journal.directory).overwritten())
                .singleElement()
                .satisfies(kept -> assertThat(kept).hasBinaryContent(garbage));
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldMendEachFlippedBitOfTheFirstSegmentsHeader(int format) throws IOException {
        if (format != Format.FRAMES) {
            make(format);
        }
        for (int bit = first; bit < SegmentLayout.HEADER_BYTES * Byte.SIZE; bit += STEP) {
            assertThat(checkFlip(journal.segment(0), bit, 0)).as("bit %d", bit).isEqualTo(1);
        }
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
            // Of a checked word the start is told, and of the boot identity with its check, too.
            assertThat(damage.offset()).isIn((long) offset, offset & -8L, (long) ControlLayout.BOOT_AT);
        });
        if (bit % Byte.SIZE == mended(offset)) {
            repair(what);
        } else {
            journal.flip(file, offset, bit % Byte.SIZE);
        }
        return 1;
    }

    /** Returns the one bit of a byte that is repaired, too. */
    private static int mended(int offset) {
        return offset * 3 % Byte.SIZE;
    }

    private void repair(String what) throws IOException {
        assertThat(Journal.repair(journal.directory).cut()).as(what).isEmpty();
        assertThat(journal.read()).as(what).isEqualTo(records);
        assertThat(Journal.verify(journal.directory).isIntact()).as(what).isTrue();
        journal.restore();
    }
}
