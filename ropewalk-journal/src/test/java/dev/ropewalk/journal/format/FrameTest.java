package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {
    private static final int BEFORE = 16;

    private byte[] image = {};

    private Frame written(int... lengths) {
        int longest = Arrays.stream(lengths).max().orElse(0);
        int width = Frame.width(Arrays.stream(lengths).distinct().count() == 1, longest);
        int table = Frame.tableBytes(width, lengths.length);
        int bytes = Arrays.stream(lengths).map(length -> (length + 7) & -8).sum();
        image = new byte[BEFORE + table + bytes];
        Arrays.fill(image, (byte) 0x55);
        Frame.writeTable(image, BEFORE, width, lengths, lengths.length);
        return new Frame();
    }

    private boolean open(Frame frame, int records) {
        return frame.open(MemorySegment.ofArray(image), BEFORE, image.length - BEFORE, records);
    }

    @Test
    void shouldNeedNoLengthsIfAllAreAlike() {
        Frame frame = written(11, 11, 11);
        assertThat(open(frame, 3)).isTrue();
        assertThat(image).hasSize(BEFORE + 8 + 3 * 16);
        for (int record = 0; record < 3; record++) {
            assertThat(frame.at(record)).isEqualTo(BEFORE + 8 + 16 * record);
            assertThat(frame.length(record)).isEqualTo(11);
        }
    }

    @Test
    void shouldHaveRecordsWithoutBytes() {
        Frame frame = written(0, 0);
        assertThat(image).hasSize(BEFORE + 8);
        assertThat(open(frame, 2)).isTrue();
        assertThat(frame.length(1)).isZero();
        assertThat(frame.at(1)).isEqualTo(BEFORE + 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 0xffff, 0x10000, 1 << 20})
    void shouldTellLengthsThatDiffer(int longest) {
        int[] lengths = {3, longest, 0, 8, longest - 1, 1};
        Frame frame = written(lengths);
        assertThat(open(frame, lengths.length)).isTrue();
        // To and fro.
        for (int record : new int[] {0, 1, 2, 3, 4, 5, 5, 2, 4, 0, 3}) {
            assertThat(frame.length(record)).isEqualTo(lengths[record]);
            int before = Arrays.stream(lengths, 0, record)
                    .map(length -> (length + 7) & -8)
                    .sum();
            int width = longest > 0xffff ? 4 : 2;
            assertThat(frame.at(record)).isEqualTo(BEFORE + Frame.tableBytes(width, lengths.length) + before);
        }
    }

    @Test
    void shouldNeverTakeMoreThanARun() {
        for (int records = 2; records <= RecordLayout.MAX_COUNT; records++) {
            assertThat(RecordLayout.HEADER_BYTES + Frame.tableBytes(4, records))
                    .isLessThanOrEqualTo(records * RecordLayout.HEADER_BYTES);
        }
        assertThat(Frame.MAX_TABLE_BYTES % RecordLayout.ALIGNMENT).isZero();
    }

    @Test
    void shouldRefuseWhatItsRecordsDoNotFill() {
        Frame frame = written(3, 40, 8);
        byte[] right = image.clone();
        assertThat(open(frame, 3)).isTrue();
        assertThat(open(frame, 2)).isFalse();
        assertThat(open(frame, RecordLayout.MAX_COUNT)).isFalse();
        // The table, but for what fills it up.
        for (int bit = 0; bit < (8 + 3 * 2) * Byte.SIZE; bit++) {
            image = right.clone();
            image[BEFORE + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            boolean isSameSize = bit >= 8 * Byte.SIZE && isFlipWithoutEffect(bit - 8 * Byte.SIZE);
            assertThat(open(frame, 3)).as("bit " + bit).isEqualTo(isSameSize);
        }
    }

    /** The CRC of the whole finds such a flip: payloads take as many words as before. */
    private static boolean isFlipWithoutEffect(int bit) {
        int[] lengths = {3, 40, 8};
        int length = lengths[bit / 16];
        return ((length + 7) & -8) == (((length ^ (1 << bit % 16)) + 7) & -8);
    }

    @Test
    void shouldRefuseLengthsBelowZero() {
        Frame frame = written(8, 8);
        Frame.writeTable(image, BEFORE, 0, new int[] {-8, -8}, 2);
        assertThat(open(frame, 2)).isFalse();
        Frame.writeTable(image, BEFORE, 4, new int[] {-8, 24}, 2);
        assertThat(open(frame, 2)).isFalse();
    }
}
