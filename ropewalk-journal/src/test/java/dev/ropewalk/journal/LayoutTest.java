package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.KernelBoot;
import dev.ropewalk.journal.format.CheckedWord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the diagrams say, byte by byte: with numbers, not with the constants that the code has. */
class LayoutTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private ByteBuffer control;
    private ByteBuffer segment;

    @BeforeEach
    void write() throws IOException {
        JournalOptions options = JournalOptions.defaults().segmentBytes(4096).clock(() -> NOW);
        try (Journal journal = Journal.open(directory, options)) {
            assertThat(journal.appender().append("twelve bytes".getBytes(UTF_8)))
                    .isZero();
        }
        control = bytes("journal.ctl");
        segment = bytes("0000000000.seg");
    }

    @Test
    void shouldWriteTheControlFile() {
        assertThat(control.limit()).isEqualTo(4096);
        assertThat(text(control)).isEqualTo("ROPECTRL");
        assertThat(control.getInt(8)).isEqualTo(2);
        assertThat(control.getInt(12)).isEqualTo(4096);
        assertThat(control.getLong(16)).isEqualTo(4096);
        assertThat(control.getLong(24)).isEqualTo(segment.getLong(32));
        assertThat(control.getLong(32)).isEqualTo(NOW.toEpochMilli());
        assertThat(control.getInt(40)).isEqualTo(crc(control, 0, 40));
        if (!KernelBoot.identity().equals(BootIdentity.UNKNOWN)) {
            assertThat(checked(control, 120)).isEqualTo(Integer.toUnsignedLong(crc(control, 64, 16)));
        }
        // One session has begun, and ended in order; nothing was deleted, the last segment is the first.
        assertThat(control.getLong(80)).isZero();
        assertThat(checked(control, 96)).isZero();
        assertThat(checked(control, 104)).isEqualTo(checked(control, 112)).isEqualTo(1);
        assertThat(control.getLong(192)).isZero();
    }

    @Test
    void shouldWriteTheSegment() {
        assertThat(segment.limit()).isEqualTo(4096);
        assertThat(text(segment)).isEqualTo("ROPEWALK");
        assertThat(segment.getInt(8)).isEqualTo(2);
        assertThat(segment.getInt(12)).isEqualTo(192);
        assertThat(segment.getLong(16)).isEqualTo(4096);
        assertThat(segment.getLong(24)).isZero();
        assertThat(segment.getInt(40)).isEqualTo(crc(segment, 0, 40));
        assertThat(checked(segment, 48)).isEqualTo(1);
        assertThat(checked(segment, 56)).isEqualTo(NOW.toEpochMilli());
        assertThat(segment.getLong(64)).isZero();
        assertThat(segment.getLong(72)).isZero();
    }

    @Test
    void shouldWriteTheRecord() {
        // Kind 1, epoch 1, count 1, length 12.
        long claim = 1L << 61 | 1L << 37 | 1L << 27 | 12;
        assertThat(segment.getLong(192)).isEqualTo(claim);
        assertThat(segment.getInt(200)).isEqualTo(1);
        var expected = new CRC32C();
        expected.update(slice(segment, 208, 12));
        long seed = Integer.toUnsignedLong(crc(segment, 24, 16));
        expected.update(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(claim ^ 1 ^ seed)
                .array());
        assertThat(segment.getInt(204)).isEqualTo((int) expected.getValue());
        assertThat(new String(slice(segment, 208, 12), UTF_8)).isEqualTo("twelve bytes");
        assertThat(segment.getInt(220)).isZero();
        assertThat(segment.getLong(224)).isZero();
    }

    @Test
    void shouldWriteTheInvalidClaim() throws IOException {
        try (Journal journal = Journal.open(directory)) {
            journal.appender().claim(20).abort();
        }
        segment = bytes("0000000000.seg");
        // Kind 6, count 1, length 20, and what checks these in between.
        long bare = 6L << 61 | 1L << 27 | 20;
        long number = 2;
        long seed = Integer.toUnsignedLong(crc(segment, 24, 16));
        ByteBuffer words = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(bare ^ number ^ seed);
        long check = crc(words, 0, 8) & 0xFFFFFF;
        assertThat(segment.getLong(224)).isEqualTo(bare | check << 37);
        assertThat(segment.getLong(232)).isZero();
        assertThat(segment.getLong(264)).isZero();
    }

    private static long checked(ByteBuffer bytes, int at) {
        long word = bytes.getLong(at);
        assertThat(CheckedWord.isValid(word)).isTrue();
        return word & 0xFFFF_FFFF_FFFFL;
    }

    private static int crc(ByteBuffer bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(slice(bytes, from, length));
        return (int) crc.getValue();
    }

    private static byte[] slice(ByteBuffer bytes, int from, int length) {
        byte[] slice = new byte[length];
        bytes.get(from, slice);
        return slice;
    }

    private static String text(ByteBuffer bytes) {
        return new String(slice(bytes, 0, 8), UTF_8);
    }

    private ByteBuffer bytes(String name) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(directory.resolve(name))).order(ByteOrder.LITTLE_ENDIAN);
    }
}
