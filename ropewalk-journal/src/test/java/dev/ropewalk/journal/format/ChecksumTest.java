package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    @Test
    void shouldBeTheJdksCrcForAllLengths() {
        var random = new Random(7);
        var checksum = new Checksum();
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length + 3];
            random.nextBytes(bytes);
            var expected = new CRC32C();
            expected.update(bytes, 3, length);
            assertThat(checksum.of(bytes, 3, length)).isEqualTo((int) expected.getValue());

            int seed = random.nextInt();
            int number = random.nextInt();
            long claim = random.nextLong();
            expected.update(header(number ^ seed, claim));
            assertThat(Checksum.ofRecord(seed, checksum.ofPayload(bytes, 3, length), number, claim))
                    .isEqualTo((int) expected.getValue());
            assertThat(Checksum.ofRecord(
                            seed, checksum.ofPayload(MemorySegment.ofArray(bytes), 3, length), number, claim))
                    .isEqualTo((int) expected.getValue());
            if (length == 0) {
                assertThat(Checksum.ofRecord(seed, Checksum.ofNoPayload(), number, claim))
                        .isEqualTo((int) expected.getValue());
            }
        }
    }

    @Test
    void shouldBeTheJdksCrcOfTwoWords() {
        var random = new Random(8);
        long first = random.nextLong();
        long second = random.nextLong();
        var expected = new CRC32C();
        expected.update(ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(first)
                .putLong(second)
                .array());
        assertThat(Checksum.ofWords(first, second)).isEqualTo((int) expected.getValue());
    }

    @Test
    void shouldTellUpToThreeFlippedBitsOfAnInvalidClaim() {
        long claim = RecordLayout.invalidated(4711, 12, RecordLayout.claim(RecordLayout.DATA, 9, 1, 100));
        assertThat(RecordLayout.kind(claim)).isEqualTo(RecordLayout.INVALID);
        assertThat(RecordLayout.length(claim)).isEqualTo(100);
        assertThat(RecordLayout.invalidated(4711, 12, claim)).isEqualTo(claim);
        for (int i = 0; i < 61; i++) {
            for (int j = i; j < 61; j++) {
                for (int k = j; k < 61; k++) {
                    // Bits that are equal cancel each other, but for the last.
                    long flipped = claim ^ (i == j ? 0 : (1L << i) ^ (1L << j)) ^ (1L << k);
                    assertThat(RecordLayout.invalidated(4711, 12, flipped)).isNotEqualTo(flipped);
                }
            }
        }
    }

    private static byte[] header(int number, long claim) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(claim ^ Integer.toUnsignedLong(number))
                .array();
    }
}
