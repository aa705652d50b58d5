package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailTest {
    private static final int RECORDS = 2000;

    @TempDir
    Path directory;

    private JournalFiles files;
    private Segment segment;

    @BeforeEach
    void open() {
        files = JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(1 << 20));
        segment = files.store().acquireFirst();
        Appender appender = appender();
        for (int i = 0; i < RECORDS; i++) {
            appender.append(new byte[8]);
        }
    }

    @AfterEach
    void close() {
        files.close();
    }

    private Appender appender() {
        return new Appender(new Tail(files.store(), new Gate(), 1), new ForcingAtOnce(), false);
    }

    @Test
    void shouldStartNearTheEnd() {
        assertThat(new Tail(files.store(), new Gate(), 1).nextNumber()).isGreaterThan(RECORDS - 512);
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS);
    }

    @Test
    void shouldNotWalkOverADamagedClaim() {
        Appender appender = appender();
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        segment.claim(end, RecordLayout.claim(RecordLayout.DATA, 1, 1, 1 << 20));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> appender.append(new byte[8]))
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining(
                            "segment 0 is damaged at offset " + end + ": no writer leaves the claim word");
        }
    }

    @Test
    void shouldNotWalkOverAVoidedClaimOfAnotherLength() {
        Appender appender = appender();
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        long claim = RecordLayout.claim(RecordLayout.DATA, 1, 1, 8);
        long voided = RecordLayout.voided(segment.seed, RECORDS + 1, claim);
        segment.claim(end, voided ^ 16);
        assertThatThrownBy(() -> appender.append(new byte[8]))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + end);
        segment.changeClaim(end, voided ^ 16, voided);
        assertThat(appender.append(new byte[8])).isEqualTo(RECORDS + 1);
    }

    @Test
    void shouldNotFollowADamagedHint() {
        long hint = segment.tailHint();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            segment.setWord(SegmentLayout.TAIL_HINT_AT, hint ^ (1L << bit));
            assertThat(segment.tailHint()).as("bit " + bit).isZero();
        }
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS);
    }

    @Test
    void shouldNotFollowAHintToWhereNoRecordIs() {
        long unused = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        segment.setWord(SegmentLayout.TAIL_HINT_AT, SegmentLayout.tailHint(unused, RECORDS));
        assertThat(segment.tailHint()).isZero();
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS);
    }
}
