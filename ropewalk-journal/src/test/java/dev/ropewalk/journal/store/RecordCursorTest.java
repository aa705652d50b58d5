package dev.ropewalk.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordCursorTest {
    private static final int START = SegmentLayout.HEADER_BYTES;
    private static final long FIRST_INDEX = 1000;

    private final Segment segment = new Segment(3, 17, MemorySegment.ofArray(new long[512]));
    private final RecordCursor cursor = new RecordCursor(segment, FIRST_INDEX);
    private long offset = START;
    private int number;

    @Test
    void shouldTellWhatIsThere() {
        record(RecordLayout.DATA, 5);
        invalidated(1, 8);
        record(RecordLayout.DATA, 8);
        claim(RecordLayout.END, 0, 0);
        assertThat(walk()).containsExactly(Place.RECORD, Place.INVALID, Place.RECORD, Place.END);
        assertThat(cursor.index()).isEqualTo(FIRST_INDEX + 3);
        assertThat(cursor.position()).isEqualTo(3 * 4096 + START + 3 * 24);
    }

    @Test
    void shouldStopAtTheTail() {
        assertThat(cursor.look()).isEqualTo(Place.FREE);
        record(RecordLayout.DATA, 5);
        assertThat(walk()).containsExactly(Place.RECORD, Place.FREE);
    }

    @ParameterizedTest
    @CsvSource({RecordLayout.DATA + ",1", RecordLayout.RUN + ",3", RecordLayout.CONTESTED + ",1"})
    void shouldStopAtAnOpenClaim(int kind, int count) {
        claim(kind, count, 80);
        record(RecordLayout.DATA, 5);
        assertThat(walk()).containsExactly(Place.OPEN);
        assertThat(cursor.index()).isEqualTo(FIRST_INDEX);
    }

    @Test
    void shouldTakeASavedClaimForItsRecord() {
        record(RecordLayout.DATA, 5);
        save();
        assertThat(cursor.look()).isEqualTo(Place.RECORD);
        assertThat(cursor.isIntact(new Checksum())).isTrue();
        assertThat(walk()).containsExactly(Place.RECORD, Place.FREE);
    }

    @Test
    void shouldBeDamagedWhereASavedClaimHasNoCommit() {
        claim(RecordLayout.DATA, 1, 5);
        save();
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
    }

    @Test
    void shouldBeDamagedWhereASavedClaimIsABatchs() {
        claim(RecordLayout.RUN, 3, 80);
        segment.commit(START, 1);
        save();
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
    }

    private void save() {
        long claim = segment.claimed(START);
        assertThat(segment.changeClaim(START, claim, RecordLayout.as(RecordLayout.SAVED, claim)))
                .isTrue();
    }

    @Test
    void shouldPassAnInvalidRunAsAWhole() {
        invalidated(3, 80);
        record(RecordLayout.DATA, 5);
        assertThat(walk()).containsExactly(Place.INVALID, Place.RECORD, Place.FREE);
        assertThat(cursor.index()).isEqualTo(FIRST_INDEX + 4);
    }

    @Test
    void shouldPassABatchWhoseFirstRecordIsInvalidated() {
        invalidated(1, 8);
        record(RecordLayout.CONTINUED, 8);
        record(RecordLayout.CONTINUED, 100);
        record(RecordLayout.DATA, 5);
        assertThat(walk()).containsExactly(Place.INVALID, Place.RECORD, Place.FREE);
        assertThat(cursor.index()).isEqualTo(FIRST_INDEX + 4);
    }

    @Test
    void shouldPassAnInvalidClaimWhoseWriterHasCommittedTooLate() {
        invalidated(1, 8);
        segment.commit(START, RecordLayout.commit(1, 4711));
        record(RecordLayout.DATA, 5);
        assertThat(walk()).containsExactly(Place.INVALID, Place.RECORD, Place.FREE);
    }

    @Test
    void shouldNoticeEachFlippedBitOfAnInvalidClaim() {
        invalidated(1, 8);
        record(RecordLayout.DATA, 5);
        long claim = segment.claimed(START);
        for (long commit : new long[] {0, RecordLayout.commit(1, 4711)}) {
            segment.commit(START, commit);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                segment.changeClaim(START, segment.claimed(START), claim ^ (1L << bit));
                cursor.moveTo(START, 0);
                boolean isDamaged = cursor.look() == Place.DAMAGED
                        || (cursor.place() == Place.RECORD && !cursor.isIntact(new Checksum()));
                assertThat(isDamaged).as("bit %d, %s", bit, cursor.place()).isTrue();
            }
        }
    }

    @Test
    void shouldNoticeAnInvalidClaimInAnotherPlace() {
        invalidated(1, 8);
        cursor.moveTo(START, 1);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
        var other = new Segment(4, 17, segment.memory);
        assertThat(new RecordCursor(other, FIRST_INDEX).look()).isEqualTo(Place.DAMAGED);
    }

    @Test
    void shouldNoticeEachFlippedBitThatHidesTheRestOfAnInvalidBatch() {
        invalidated(1, 8);
        record(RecordLayout.CONTINUED, 8);
        record(RecordLayout.DATA, 5);
        int second = START + RecordLayout.size(8);
        for (int at = second; at < second + RecordLayout.HEADER_BYTES; at += Long.BYTES) {
            long word = segment.word(at);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                segment.setWord(at, word ^ (1L << bit));
                cursor.moveTo(START, 0);
                // The mark of a batch that goes on is in no checksum.
                boolean isMark = at > second && bit == Integer.SIZE - 1;
                assertThat(walk()).as("bit %d at %d", bit, at).endsWith(isMark ? Place.FREE : Place.DAMAGED);
            }
            segment.setWord(at, word);
        }
    }

    @Test
    void shouldReadABatchRecordByRecord() {
        record(RecordLayout.DATA, 8);
        record(RecordLayout.CONTINUED, 8);
        assertThat(walk()).containsExactly(Place.RECORD, Place.RECORD, Place.FREE);
    }

    @ParameterizedTest
    @CsvSource({"7,1,8", "0,1,8", "1,0,8", "4,1,0", "4,0,8", "1,1,4000", "6,1,4000", "2,1,8"})
    void shouldNoticeWhatNoWriterLeaves(int kind, int count, int length) {
        claim(kind, count, length);
        assertThat(walk()).containsExactly(Place.DAMAGED);
    }

    @Test
    void shouldNoticeACommitWithoutAClaim() {
        segment.commit(START, 1);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
    }

    @Test
    void shouldCheckNumberAndChecksum() {
        var checksum = new Checksum();
        record(RecordLayout.DATA, 8);
        cursor.look();
        assertThat(cursor.isIntact(checksum)).isTrue();
        cursor.moveTo(START, 1);
        cursor.look();
        assertThat(cursor.isIntact(checksum)).isFalse();
        cursor.moveTo(START, 0);
        segment.memory.set(Segment.UNALIGNED_LONG, START + RecordLayout.PAYLOAD, 1);
        cursor.look();
        assertThat(cursor.isIntact(checksum)).isFalse();
    }

    @Test
    void shouldCompleteAnEndOnce() {
        claim(RecordLayout.END, 0, 0);
        assertThat(cursor.look()).isEqualTo(Place.END);
        cursor.completeEnd();
        assertThat(segment.committed(START)).isEqualTo(RecordLayout.endCommit(segment.seed, 1, segment.claimed(START)));
    }

    private List<Place> walk() {
        List<Place> places = new ArrayList<>();
        while (true) {
            Place place = cursor.look();
            places.add(place);
            if (place != Place.RECORD && place != Place.INVALID) {
                return places;
            }
            cursor.pass();
        }
    }

    private void record(int kind, int length) {
        long word = RecordLayout.claim(kind, 1, 1, length);
        int sum = new Checksum().ofPayload(segment.memory, offset + RecordLayout.PAYLOAD, length);
        segment.commit(offset, RecordLayout.commit(number + 1, Checksum.ofRecord(segment.seed, sum, number + 1, word)));
        claim(kind, 1, length);
    }

    private void invalidated(int count, int length) {
        claim(RecordLayout.invalidated(
                segment.seed, number + 1, RecordLayout.claim(RecordLayout.DATA, 1, count, length)));
    }

    private void claim(int kind, int count, int length) {
        claim(RecordLayout.claim(kind, 1, count, length));
    }

    private void claim(long claim) {
        assertThat(segment.claim(offset, claim)).isZero();
        int length = RecordLayout.length(claim);
        int count = RecordLayout.count(claim);
        offset += RecordLayout.size(length);
        number += count;
    }
}
