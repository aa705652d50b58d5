package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readers that don't check CRCs and meet a damaged claim word: no other record gets a wrong index, or another's bytes. */
class UncheckedReadsTest {
    private static final int RECORDS = 12;
    private static final int NONE = -1;

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private static byte[] payload(int number) {
        byte[] payload = new byte[8 + number % 3];
        payload[0] = (byte) number;
        return payload;
    }

    private void flip(int bit) throws IOException {
        if (bit == NONE) {
            return;
        }
        Path file = SegmentFiles.path(directory, 0);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, bit / 8);
            one.put(0, (byte) (one.get(0) ^ (1 << bit % 8))).flip();
            channel.write(one, bit / 8);
        }
    }

    /** Returns the records that a reader gets after a bit is flipped, forwards or from the end, until it is done or told of damage. */
    private Map<Long, String> read(boolean forwards, int bit) throws IOException {
        Map<Long, String> read = new TreeMap<>();
        RecordHandler handler = (memory, offset, length, index) -> read.merge(
                index,
                HexFormat.of().formatHex(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)),
                (one, other) -> "twice: " + one + ", " + other);
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().checkReads(false));
                Tailer tailer = journal.tailer()) {
            if (!forwards) {
                tailer.seekToEnd();
            }
            flip(bit);
            int polled = 1;
            while (polled > 0) {
                polled = forwards ? tailer.poll(handler, 1) : tailer.pollBackwards(handler, 1);
            }
        } catch (JournalCorruptException e) {
            assertThat(bit).isNotEqualTo(NONE);
        } finally {
            flip(bit);
        }
        return read;
    }

    @ParameterizedTest
    @CsvSource({Format.RUNS + ",1", Format.FRAMES + ",1", Format.FRAMES + ",4"})
    void shouldTellBeforeOtherRecordsHaveWrongIndices(int format, int damaged) throws IOException {
        int before = 3;
        try (Journal journal = Journal.open(
                        directory, JournalOptions.defaults().segmentBytes(4096).format(format));
                Appender appender = journal.appender()) {
            for (int number = 0; number < RECORDS; number++) {
                if (number == before && damaged > 1) {
                    Batch batch = appender.batch();
                    for (; number < before + damaged; number++) {
                        batch.add(payload(number));
                    }
                    batch.commit();
                }
                appender.append(payload(number));
            }
            journal.force();
        }
        Map<Long, String> right = read(true, NONE);
        assertThat(right).hasSize(RECORDS).isEqualTo(read(false, NONE));
        // Behind records of 8, 9 and 10 bytes.
        int at = SegmentLayout.HEADER_BYTES + 24 + 32 + 32;
        for (int bit = at * 8; bit < (at + 8) * 8; bit++) {
            for (boolean forwards : new boolean[] {true, false}) {
                Map<Long, String> read = read(forwards, bit);
                read.keySet().removeIf(index -> index >= before && index < before + damaged);
                assertThat(right.entrySet())
                        .as("bit " + (bit - at * 8) + (forwards ? " forwards" : " backwards"))
                        .containsAll(read.entrySet());
            }
        }
    }
}
