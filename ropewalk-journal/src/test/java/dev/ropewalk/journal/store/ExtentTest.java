package dev.ropewalk.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor.Place;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtentTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int AT = SegmentLayout.HEADER_BYTES;
    private static final long START = 3L * SEGMENT_BYTES;

    private final Segment segment = new Segment(3, 17, MemorySegment.ofArray(new long[SEGMENT_BYTES / Long.BYTES]));
    private ControlFile control;
    private Extent extent;
    private RecordCursor cursor;

    @BeforeEach
    void make() {
        control = ControlFile.inMemory(Path.of("control"), new byte[ControlLayout.FILE_BYTES]);
        control.raiseLastSegment(3);
        control.beginSession();
        extent = Extent.of(control);
        cursor = new RecordCursor(segment, 0, extent);
    }

    @AfterEach
    void close() {
        control.close();
    }

    @Test
    void shouldTakeAFreePlaceForTheEndOnlyInTheLastSegmentBehindTheWatermark() {
        assertThat(cursor.look()).isEqualTo(Place.FREE);
        control.watermark().raise(START + AT);
        assertThat(cursor.look()).isEqualTo(Place.FREE);
        control.watermark().raise(START + AT + 8);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
        assertThat(cursor.damage())
                .hasMessage(
                        "segment 3 is damaged at offset 192: nothing is there, and everything before position 12488 was"
                                + " durable");
    }

    @Test
    void shouldNotTakeAFreePlaceForTheEndIfThereIsANextSegment() {
        control.raiseLastSegment(4);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
        assertThat(cursor.whatIsDamaged()).isEqualTo("the segment doesn't end, but there is a next one");
        assertThat(extent.hasEnded(segment)).isTrue();
        assertThat(extent.claimedUpTo(segment)).isEqualTo(SEGMENT_BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.DATA, RecordLayout.RUN, RecordLayout.CONTESTED})
    void shouldTakeAnOpenClaimForDamageOnlyBeforeTheWatermark(int kind) {
        segment.claim(AT, RecordLayout.claim(kind, 1, 1, 8));
        control.raiseLastSegment(4);
        assertThat(cursor.look()).as("of a dead writer that others have passed").isEqualTo(Place.OPEN);
        assertThat(extent.refreshAndCheckNotDurable(segment, AT)).isTrue();
        control.watermark().raise(START + AT + 8);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
        assertThat(cursor.whatIsDamaged()).startsWith("record 0 has lost its commit");
        assertThat(extent.refreshAndCheckNotDurable(segment, AT)).isFalse();
    }

    @Test
    void shouldLookAgainAfterTheWatermarkHasPassedAPlace() {
        assertThat(cursor.lookAgain()).isEqualTo(Place.FREE);
        // Others append, force and raise the watermark just here.
        record(RecordLayout.DATA);
        control.watermark().raise(START + AT + 24);
        assertThat(extent.judge(cursor)).isEqualTo(Place.RECORD);
    }

    @Test
    void shouldLookAgainAfterASegmentHasEnded() {
        record(RecordLayout.DATA);
        cursor.look();
        cursor.pass();
        assertThat(cursor.lookAgain()).isEqualTo(Place.FREE);
        segment.claim(AT + 24, RecordLayout.claim(RecordLayout.END, 1, 0, 0));
        control.raiseLastSegment(4);
        assertThat(extent.judge(cursor)).isEqualTo(Place.END);
    }

    @Test
    void shouldTakeAContestedClaimWithACommitForARecordOnlyWhereThatIsDecided() {
        record(RecordLayout.CONTESTED);
        assertThat(cursor.look()).isEqualTo(Place.OPEN);
        control.watermark().raise(START + AT + 24);
        assertThat(cursor.look()).isEqualTo(Place.RECORD);
        assertThat(cursor.claim()).isEqualTo(claim(RecordLayout.DATA));
        assertThat(cursor.isIntact(new Checksum())).isTrue();
    }

    @Test
    void shouldTakeAContestedClaimWithACommitForARecordWhenAllSessionsHaveEnded() {
        record(RecordLayout.CONTESTED);
        assertThat(cursor.look()).isEqualTo(Place.OPEN);
        control.endSession();
        assertThat(cursor.look()).isEqualTo(Place.RECORD);
    }

    @Test
    void shouldLeaveAnOpenClaimBeWhenAllSessionsHaveEnded() {
        segment.claim(AT, claim(RecordLayout.DATA));
        control.endSession();
        assertThat(cursor.look()).isEqualTo(Place.OPEN);
    }

    @Test
    void shouldLetWhoMayOnlyReadPassAClaimWhenAllSessionsHaveEnded() {
        var reader = new RecordCursor(segment, 0, Extent.ofReader(control));
        segment.claim(AT, claim(RecordLayout.DATA));
        assertThat(reader.look()).isEqualTo(Place.OPEN);
        control.endSession();
        assertThat(reader.look()).isEqualTo(Place.INVALID);
        control.watermark().raise(START + AT + 24);
        assertThat(reader.look()).as("it has lost its commit").isEqualTo(Place.DAMAGED);
    }

    @Test
    void shouldGoByTheWatermarkAloneWhileARecoveryIsUnderWay() {
        control.raiseLastSegment(4);
        control.beginRecovery();
        assertThat(cursor.look()).isEqualTo(Place.FREE);
        control.watermark().raise(START + AT + 8);
        assertThat(cursor.look()).isEqualTo(Place.DAMAGED);
    }

    @Test
    void shouldRefuseAWatermarkThatIsLost() {
        cursor.look();
        control.raiseLastSegment(4);
        assertThat(cursor.look()).as("nothing was forced yet").isEqualTo(Place.DAMAGED);
        control.watermark().raise(START);
        cursor.look();
        control.changeWord(ControlLayout.WATERMARK_AT, control.word(ControlLayout.WATERMARK_AT), 0);
        assertThatThrownBy(cursor::look)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("the control file is damaged at offset 128");
    }

    @Test
    void shouldTellUpToWhereNobodyMayClaim() {
        assertThat(extent.claimedUpTo(segment)).isZero();
        control.watermark().raise(START + 400);
        assertThat(extent.claimedUpTo(segment)).isEqualTo(400);
        control.watermark().raise(START + 5000);
        assertThat(extent.claimedUpTo(segment)).isEqualTo(SEGMENT_BYTES);
    }

    private static long claim(int kind) {
        return RecordLayout.claim(kind, 1, 1, 8);
    }

    private void record(int kind) {
        int payload = new Checksum().ofPayload(new byte[8], 0, 8);
        segment.claim(AT, claim(kind));
        segment.commit(
                AT, RecordLayout.commit(1, Checksum.ofRecord(segment.seed, payload, 1, claim(RecordLayout.DATA))));
    }
}
