package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More records than can be numbered would fit into a segment: a frame of the most empty ones takes 24 bytes. */
class RecordNumbersTest {
    private static final long SEGMENT_BYTES = 64 << 20;
    private static final int TABLE_BYTES = 8;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldEndASegmentBeforeItsNumbersDo(AppenderKind kind) {
        long appended;
        try (JournalFiles files =
                JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(SEGMENT_BYTES))) {
            Tail tail = kind.tail(files, 1);
            // The one that comes later finds the segment as full as the other one does that fills it.
            Tail later = kind == AppenderKind.SHARED ? new Tail(files.store(), new Gate(), 1) : null;
            long word = tail.word(RecordLayout.DATA, RecordLayout.MAX_COUNT, TABLE_BYTES);
            int payload = new Checksum().ofPayload(new byte[TABLE_BYTES], 0, TABLE_BYTES);
            long first = 0;
            appended = 0;
            while (tail.position() < SEGMENT_BYTES) {
                first = append(tail, word, payload);
                assertThat(first).isEqualTo(appended);
                appended += RecordLayout.MAX_COUNT;
            }
            assertThat(first).isBetween(Integer.MAX_VALUE - 3L * RecordLayout.MAX_COUNT, (long) Integer.MAX_VALUE);
            tail.close();
            if (later != null) {
                assertThat(append(later, word, payload)).isEqualTo(appended);
                appended += RecordLayout.MAX_COUNT;
                later.close();
            }
        }
        VerificationReport report = Journal.verify(directory);
        assertThat(report).matches(VerificationReport::isIntact);
        assertThat(report.records()).isEqualTo(appended);
    }

    /** Appends a frame of empty records; returns the first one's index. */
    private static long append(Tail tail, long word, int payload) {
        tail.claim(word, TABLE_BYTES);
        return tail.commit(word, tail.commitWord(word, payload));
    }
}
