package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.format.Written;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        return new Appender(new Tail(files.store(), new Gate(), 1), new ForcingAtOnce(), new OpenFlows(), false);
    }

    @Test
    void shouldStartNearTheEnd() {
        assertThat(new Tail(files.store(), new Gate(), 1).nextNumber()).isGreaterThan(RECORDS - 512);
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS);
    }

    @Test
    void shouldPassRecordsOfOtherAppenders() {
        Appender appender = appender();
        Appender other = appender();
        for (int i = 0; i < 1000; i++) {
            assertThat(other.append(new byte[8])).isEqualTo(RECORDS + i);
        }
        assertThat(appender.append(new byte[8])).isEqualTo(RECORDS + 1000);
        assertThat(other.append(new byte[8])).isEqualTo(RECORDS + 1001);
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldNotClaimAPlaceTwiceWhereAnErrorHasLeftAClaimOpen(AppenderKind kind) {
        Tail tail = kind.tail(files, 1);
        tail.claim(tail.word(RecordLayout.DATA, 1, 8), 8);
        tail.commit(tail.word(RecordLayout.DATA, 1, 8), 1);
        long left = tail.word(RecordLayout.DATA, 1, 100);
        long offset = tail.payloadAt() - RecordLayout.PAYLOAD;
        tail.claim(left, 100);
        // A StackOverflowError here, for instance.
        tail.claim(tail.word(RecordLayout.DATA, 1, 8), 8);
        assertThat(segment.claimed(offset)).isEqualTo(left);
        assertThat(tail.nextNumber()).isEqualTo(RECORDS + 3);
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldNotClaimTheEndOfASegmentTwiceWhenThereIsNoRoomForTheNext(AppenderKind kind) {
        var full = new AtomicBoolean(true);
        LongConsumer maker = number -> {
            if (full.get()) {
                throw new JournalFullException("no room", new IOException());
            }
            files.segments().make(number);
        };
        try (var store = new SegmentStore(files.segments(), files.control(), InstantSource.system(), maker, () -> {})) {
            var appender = new Appender(kind.tail(files, store, 1), new ForcingAtOnce(), new OpenFlows(), false);
            int most = 1 << 19;
            appender.append(new byte[most]);
            assertThatThrownBy(() -> appender.append(new byte[most])).isInstanceOf(JournalFullException.class);
            // It would have fitted before the end.
            assertThatThrownBy(() -> appender.append(new byte[8])).isInstanceOf(JournalFullException.class);
            full.set(false);
            assertThat(appender.append(new byte[8])).isEqualTo(RECORDS + 1);
            assertThat(Written.in(files.store())).hasSize(RECORDS + 2);
        }
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
    void shouldNotWalkOverAnInvalidClaimOfAnotherLength() {
        Appender appender = appender();
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        long claim = RecordLayout.claim(RecordLayout.DATA, 1, 1, 8);
        long invalidated = RecordLayout.invalidated(segment.seed, RECORDS + 1, claim);
        segment.claim(end, invalidated ^ 16);
        assertThatThrownBy(() -> appender.append(new byte[8]))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + end);
        segment.changeClaim(end, invalidated ^ 16, invalidated);
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
    void shouldNotFollowAHintIntoAPayloadThatLooksLikeARecord() {
        // The first word of each payload is the record's number, so that the word before it looks like a claim.
        Appender appender = appender();
        for (int i = 1; i <= 1024; i++) {
            byte[] payload = new byte[112];
            ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putLong(RECORDS + i);
            appender.append(payload);
        }
        long hint = segment.tailHint();
        assertThat(SegmentLayout.hintedRecords(hint)).isGreaterThan(RECORDS);
        for (int bit = 0; bit < Long.SIZE; bit++) {
            segment.setWord(SegmentLayout.TAIL_HINT_AT, hint ^ (1L << bit));
            assertThat(segment.tailHint()).as("bit " + bit).isZero();
        }
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS + 1024);
    }

    @Test
    void shouldNotBelieveAnEndThatNoWriterLeaves() {
        Appender appender = appender();
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        // One wrong bit in a free word.
        segment.setWord((int) end, 1L << 63);
        assertThatThrownBy(() -> appender.append(new byte[8]))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + end);
        assertThat(files.store().lastNumber()).isZero();
    }

    @Test
    void shouldNotGoOnBehindAnEndOfAnotherPlace() {
        Appender appender = appender();
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        segment.claim(end, RecordLayout.claim(RecordLayout.END, 1, 0, 0));
        segment.commit(end, RecordLayout.endCommit(segment.seed, RECORDS, segment.claimed(end)));
        assertThatThrownBy(() -> appender.append(new byte[8]))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + end);
        assertThat(files.store().lastNumber()).isZero();
    }

    @ParameterizedTest
    @EnumSource(AppenderKind.class)
    void shouldNotStartBehindARecordOfAnotherLength(AppenderKind kind) {
        long end = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        long last = end - RecordLayout.size(8);
        segment.changeClaim(last, segment.claimed(last), segment.claimed(last) + 8);
        assertThatThrownBy(() -> kind.tail(files, 1))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("segment 0 is damaged at offset " + last);
    }

    @Test
    void shouldNotClaimAFreeWordBeforeTheWatermark() {
        Appender stale = appender();
        Appender other = appender();
        stale.append(new byte[8]);
        for (int i = 0; i < 10; i++) {
            other.append(new byte[8]);
        }
        long hole = SegmentLayout.HEADER_BYTES + (long) (RECORDS + 5) * RecordLayout.size(8);
        files.control().watermark().raise(hole + RecordLayout.size(8));
        segment.memory.asSlice(hole, RecordLayout.size(8)).fill((byte) 0);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> stale.append(new byte[8]))
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining("segment 0 is damaged at offset " + hole);
        }
        assertThat(segment.claimed(hole)).isZero();
    }

    @Test
    void shouldNotClaimInASegmentThatHasEnded() {
        Appender stale = appender();
        Appender other = appender();
        for (int i = 0; i < 3; i++) {
            other.append(new byte[1 << 19]);
        }
        segment.memory
                .asSlice(
                        SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8) + RecordLayout.size(1 << 19))
                .fill((byte) 0);
        assertThat(stale.append(new byte[8])).isEqualTo(RECORDS + 3);
    }

    @Test
    void shouldNotFollowAHintToWhereNoRecordIs() {
        long unused = SegmentLayout.HEADER_BYTES + (long) RECORDS * RecordLayout.size(8);
        segment.setWord(SegmentLayout.TAIL_HINT_AT, SegmentLayout.tailHint(unused, RECORDS));
        assertThat(segment.tailHint()).isZero();
        assertThat(appender().append(new byte[8])).isEqualTo(RECORDS);
    }
}
