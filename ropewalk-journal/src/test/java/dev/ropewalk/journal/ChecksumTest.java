package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
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
            assertThat(~checksum.state(bytes, 3, length)).isEqualTo((int) expected.getValue());
            assertThat(~checksum.state(MemorySegment.ofArray(bytes), 3, length)).isEqualTo((int) expected.getValue());
        }
    }
}
