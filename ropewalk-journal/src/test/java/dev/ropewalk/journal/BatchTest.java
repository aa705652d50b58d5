package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.format.Written;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.OpenClaim;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.Tail;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

@ParameterizedClass
@CsvSource({"SHARED,1", "EXCLUSIVE,1", "SHARED,2", "EXCLUSIVE,2"})
class BatchTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int MAX_LENGTH = SEGMENT_BYTES - SegmentLayout.HEADER_BYTES - 2 * RecordLayout.HEADER_BYTES;

    @TempDir
    Path directory;

    private final AppenderKind kind;
    private final int format;

    private final ForcingAtOnce forcing = new ForcingAtOnce();
    private JournalFiles files;
    private SegmentStore store;
    private Appender appender;

    BatchTest(AppenderKind kind, int format) {
        this.kind = kind;
        this.format = format;
    }

    @BeforeEach
    void open() {
        files = JournalFiles.open(
                directory, JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).format(format));
        store = files.store();
        appender = new Appender(kind.tail(files, 1), forcing, new OpenFlows(), true);
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void shouldAppendItsRecordsInOrder() {
        appender.append(new byte[] {0});
        Batch batch = appender.batch()
                .add(new byte[] {1})
                .add(new byte[] {9, 2, 2, 9}, 1, 2)
                .add(ByteBuffer.wrap(new byte[] {3, 3, 3}))
                .add(MemorySegment.ofArray(new byte[] {4, 4, 4, 4}))
                .add(new byte[0]);
        assertThat(batch.size()).isEqualTo(5);
        assertThat(batch.commit()).isEqualTo(1);
        assertThat(batch.size()).isZero();
        assertThat(appender.append(new byte[] {6})).isEqualTo(6);
        assertThat(Written.in(store))
                .containsExactly(
                        new Written(0, new byte[] {0}),
                        new Written(1, new byte[] {1}),
                        new Written(2, new byte[] {2, 2}),
                        new Written(3, new byte[] {3, 3, 3}),
                        new Written(4, new byte[] {4, 4, 4, 4}),
                        new Written(5, new byte[0]),
                        new Written(6, new byte[] {6}));
    }

    @Test
    void shouldFillWithZerosWhatAnEarlierUseHasLeft() {
        Batch batch = appender.batch();
        byte[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        batch.add(ones).add(ones).commit();
        batch.add(ones, 0, 3).add(ones, 0, 5).commit();
        batch.add(ones).clear();
        batch.add(ones, 0, 1).commit();
        assertThat(Written.in(store)).hasSize(5).last().isEqualTo(new Written(4, new byte[] {1}));
    }

    @Test
    void shouldGoToTheNextSegmentAsAWhole() {
        appender.append(new byte[MAX_LENGTH / 2]);
        appender.batch().add(new byte[MAX_LENGTH / 2]).add(new byte[100]).commit();
        assertThat(store.acquire(1).word(SegmentLayout.FIRST_INDEX_AT)).isEqualTo(CheckedWord.of(2));
        assertThat(Written.in(store)).hasSize(3);
    }

    @Test
    void shouldTakeAsManyBytesAsASegment() {
        int half = MAX_LENGTH / 2 - RecordLayout.HEADER_BYTES;
        Batch batch = appender.batch().add(new byte[half]).add(new byte[half]);
        assertThatThrownBy(() -> batch.add(new byte[64]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a record of 64 bytes doesn't fit in the batch any more: it has 2 records of at most 1023, and"
                                + " 3872 bytes of at most 3888 with headers");
        assertThat(batch.size()).isEqualTo(2);
        batch.add(new byte[0]).commit();
        assertThat(Written.in(store)).hasSize(3);
    }

    @Test
    void shouldTakeNoMoreRecordsThanAClaimCounts() {
        try (JournalFiles large = JournalFiles.open(
                directory.resolve("large"),
                JournalOptions.defaults().segmentBytes(1 << 20).format(format))) {
            Appender other = new Appender(kind.tail(large, 1), forcing, new OpenFlows(), false);
            Batch batch = other.batch();
            for (int i = 0; i < RecordLayout.MAX_COUNT; i++) {
                batch.add(new byte[] {(byte) i});
            }
            assertThatThrownBy(() -> batch.add(new byte[1]))
                    .hasMessageContaining("it has 1023 records of at most 1023");
            assertThat(batch.commit()).isZero();
            assertThat(other.append(new byte[1])).isEqualTo(RecordLayout.MAX_COUNT);
            assertThat(Written.in(large.store())).hasSize(RecordLayout.MAX_COUNT + 1);
        }
    }

    @Test
    void shouldRefuseToCommitNothing() {
        assertThatThrownBy(() -> appender.batch().commit())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the batch is empty");
    }

    @Test
    void shouldBeInvisibleAsAWholeIfItWasInvalidatedBeforeItsRecordsWereThere() {
        assumeTrue(format == Format.RUNS);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long run = tail.word(RecordLayout.RUN, 2, 40);
        tail.claim(run, 40);
        contest(run);
        decide();
        long first = RecordLayout.claim(RecordLayout.DATA, 2, 1, 8);
        assertThatThrownBy(() -> tail.turnIntoFirst(run, first))
                .isInstanceOf(ClaimInvalidatedException.class)
                .hasMessage(
                        "the claim of index 0, at offset 192 of segment 0, was invalidated before it was committed");
        checkThatTheNextIsBehind(tail, run);
    }

    @Test
    void shouldBeInvisibleAsAWholeIfItWasInvalidatedAfterItsRecordsWereThere() {
        assumeTrue(format == Format.RUNS);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long run = tail.word(RecordLayout.RUN, 2, 40);
        tail.claim(run, 40);
        long first = RecordLayout.claim(RecordLayout.DATA, 2, 1, 8);
        long second = RecordLayout.claim(RecordLayout.CONTINUED, 2, 1, 16);
        tail.memory().set(Segment.UNALIGNED_LONG, tail.payloadAt() + 8, second);
        int payload = new Checksum().ofPayload(new byte[16], 0, 16);
        long commit = RecordLayout.commit(2, Checksum.ofRecord(tail.seed(), payload, 2, second));
        tail.memory().set(Segment.UNALIGNED_LONG, tail.payloadAt() + 16, commit);
        tail.turnIntoFirst(run, first);
        contest(first);
        decide();
        assertThatThrownBy(() -> tail.commitFirst(first, 1, run))
                .isInstanceOf(ClaimInvalidatedException.class)
                .hasMessage(
                        "the claim of index 0, at offset 192 of segment 0, was invalidated before it was committed");
        assertThat(store.acquireFirst().claimed(SegmentLayout.HEADER_BYTES + 24))
                .isEqualTo(second);
        checkThatTheNextIsBehind(tail, run);
    }

    private void checkThatTheNextIsBehind(Tail tail, long run) {
        long next = tail.word(RecordLayout.DATA, 1, 0);
        tail.claim(next, 0);
        assertThat(tail.nextNumber()).isEqualTo(3);
        assertThat(store.acquireFirst()
                        .claimed(SegmentLayout.HEADER_BYTES + RecordLayout.size(RecordLayout.length(run))))
                .isEqualTo(next);
        tail.close();
        Batch batch = new Appender(kind.tail(files, 1), forcing, new OpenFlows(), true).batch();
        assertThat(batch.add(new byte[] {1}).add(new byte[] {2}).commit()).isEqualTo(3);
    }

    @Test
    void shouldBeSavedIfItsRunIsContested() {
        assumeTrue(format == Format.RUNS);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long run = tail.word(RecordLayout.RUN, 2, 40);
        tail.claim(run, 40);
        contest(run);
        long first = RecordLayout.claim(RecordLayout.DATA, 2, 1, 8);
        tail.turnIntoFirst(run, first);
        assertThat(tail.commitFirst(first, 1, run)).isZero();
        assertThat(store.acquireFirst().claimed(SegmentLayout.HEADER_BYTES)).isEqualTo(first);
    }

    @Test
    void shouldBeSavedIfItsRunAndItsFirstRecordAreContested() {
        assumeTrue(format == Format.RUNS);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long run = tail.word(RecordLayout.RUN, 2, 40);
        tail.claim(run, 40);
        contest(run);
        long first = RecordLayout.claim(RecordLayout.DATA, 2, 1, 8);
        tail.turnIntoFirst(run, first);
        contest(first);
        assertThat(tail.commitFirst(first, 1, run)).isZero();
        assertThat(store.acquireFirst().claimed(SegmentLayout.HEADER_BYTES))
                .isEqualTo(RecordLayout.as(RecordLayout.SAVED, first));
    }

    @Test
    void shouldTellWhereItsLastRecordEnds() {
        appender.append(new byte[8]);
        appender.batch().add(new byte[8]).add(new byte[1]).commit();
        appender.batch().add(new byte[8]).commit();
        // A run of two has as many bytes of headers as a frame of two has of header and table.
        assertThat(forcing.ends).containsExactly(216L, 264L, 288L);
        assertThat(appender.batch().add(new byte[8]).add(new byte[1]).commitAsync())
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(4L);
    }

    @Test
    void shouldBeInvisibleAsAWholeIfItsFrameWasInvalidated() {
        assumeTrue(format == Format.FRAMES);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long frame = tail.word(RecordLayout.DATA, 2, 24);
        tail.claim(frame, 24);
        contest(frame);
        decide();
        assertThatThrownBy(() -> tail.commit(frame, 1))
                .isInstanceOf(ClaimInvalidatedException.class)
                .hasMessage(
                        "the claim of index 0, at offset 192 of segment 0, was invalidated before it was committed");
        checkThatTheNextIsBehind(tail, frame);
    }

    @Test
    void shouldBeSavedIfItsFrameIsContested() {
        assumeTrue(format == Format.FRAMES);
        appender.close();
        Tail tail = kind.tail(files, 2);
        long frame = tail.word(RecordLayout.DATA, 2, 24);
        tail.claim(frame, 24);
        contest(frame);
        assertThat(tail.commit(frame, 1)).isZero();
        assertThat(store.acquireFirst().claimed(SegmentLayout.HEADER_BYTES))
                .isEqualTo(RecordLayout.as(RecordLayout.SAVED, frame));
    }

    @Test
    void shouldTakeLessSpaceAsAFrame() {
        Batch batch = appender.batch();
        for (int i = 0; i < 64; i++) {
            batch.add(new byte[8]);
        }
        batch.commit();
        int bytes = format == Format.FRAMES ? 16 + 8 + 64 * 8 : 64 * 24;
        assertThat(forcing.ends).containsExactly((long) SegmentLayout.HEADER_BYTES + bytes);
    }

    @Test
    void shouldBeAFrameInASegmentOfFramesAfterOneOfRuns() {
        assumeTrue(format == Format.RUNS);
        appender.append(new byte[3000]);
        files.close();
        Journal.upgrade(directory);
        open();
        assertThat(store.acquireFirst().frames).isFalse();
        appender.batch().add(new byte[100]).add(new byte[200]).commit();
        appender.batch().add(new byte[700]).add(new byte[300]).commit();
        Segment second = store.acquire(1);
        assertThat(second.frames).isTrue();
        assertThat(RecordLayout.count(second.claimed(SegmentLayout.HEADER_BYTES)))
                .isEqualTo(2);
        assertThat(Written.in(store)).hasSize(5).last().isEqualTo(new Written(4, new byte[300]));
    }

    private void contest(long claim) {
        assertThat(store.acquireFirst()
                        .changeClaim(SegmentLayout.HEADER_BYTES, claim, RecordLayout.as(RecordLayout.CONTESTED, claim)))
                .isTrue();
    }

    private void decide() {
        assertThat(new OpenClaim(store.acquireFirst(), SegmentLayout.HEADER_BYTES, 1).settle())
                .isTrue();
    }
}
