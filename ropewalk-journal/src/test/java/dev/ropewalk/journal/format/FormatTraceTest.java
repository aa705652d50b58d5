package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which format a segment without a head is taken to have. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class FormatTraceTest {
    private static final int SEGMENT_BYTES = 4096;

    @Parameter
    private int format;

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private int other() {
        return Format.RUNS + Format.FRAMES - format;
    }

    private JournalOptions options() {
        return JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).format(format);
    }

    private int trace(byte[] bytes, int otherwise) {
        MemorySegment memory = MemorySegment.ofArray(new long[SEGMENT_BYTES / Long.BYTES]);
        memory.copyFrom(MemorySegment.ofArray(bytes));
        try (ControlFile control = ControlFile.open(directory, false)) {
            return FormatTrace.of(0, control.identity(), memory, otherwise);
        }
    }

    private byte[] bytes() throws IOException {
        return Files.readAllBytes(SegmentFiles.path(directory, 0));
    }

    private static void appendSingly(Appender appender) {
        for (int i = 0; i < 3; i++) {
            appender.append(new byte[10 + i]);
        }
    }

    private static int end(byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotBelieveOneWrongBit(boolean hasBatch) throws IOException {
        try (Journal journal = Journal.open(directory, options());
                Appender appender = journal.appender()) {
            appendSingly(appender);
            if (hasBatch) {
                appender.batch()
                        .add(new byte[5])
                        .add(new byte[8])
                        .add(new byte[1])
                        .commit();
            }
            appendSingly(appender);
        }
        byte[] bytes = bytes();
        assertThat(trace(bytes, format)).isEqualTo(format);
        assertThat(trace(bytes, other())).isEqualTo(hasBatch ? format : other());
        int end = end(bytes);
        for (int bit = SegmentLayout.HEADER_BYTES * Byte.SIZE; bit < end * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(trace(bytes, format)).as("bit " + bit).isEqualTo(format);
            if (!hasBatch) {
                assertThat(trace(bytes, other())).as("bit " + bit).isEqualTo(other());
            }
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoByAnOpenClaimWhereNothingProvesTheContrary(boolean isDamaged) throws IOException {
        try (JournalFiles files = JournalFiles.open(directory, options())) {
            var tail = new Tail(files.store(), new Gate(), 1);
            int kind = format == Format.RUNS ? RecordLayout.RUN : RecordLayout.DATA;
            tail.claim(tail.word(kind, 2, 24), 24);
            tail.close();
        }
        if (isDamaged) {
            // Behind the claim there is a batch of the same format, which proves it.
            try (Journal journal = Journal.open(directory, options());
                    Appender appender = journal.appender()) {
                appender.batch().add(new byte[5]).add(new byte[8]).commit();
            }
        }
        byte[] bytes = bytes();
        if (isDamaged) {
            int kindAt = SegmentLayout.HEADER_BYTES + Long.BYTES - 1;
            bytes[kindAt] ^= (byte) ((RecordLayout.RUN ^ RecordLayout.DATA) << 5);
        }
        assertThat(trace(bytes, other())).isEqualTo(format);
    }
}
