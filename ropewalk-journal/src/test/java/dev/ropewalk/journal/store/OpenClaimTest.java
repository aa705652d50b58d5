package dev.ropewalk.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.open.JournalFiles;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenClaimTest {
    private static final int AT = SegmentLayout.HEADER_BYTES;
    private static final int EPOCH = 7;
    private static final int NUMBER = 3;
    private static final long COMMIT = RecordLayout.commit(NUMBER, 4711);

    private final Segment segment = new Segment(0, 0, MemorySegment.ofArray(new long[512]));
    private final OpenClaim claim = new OpenClaim(segment, AT, NUMBER);
    private final FakeSessions sessions = new FakeSessions();

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.DATA, RecordLayout.RUN, RecordLayout.CONTESTED})
    void shouldInvalidateAClaimOfADeadWriterAtOnce(int kind) {
        sessions.alive = false;
        claim(kind);
        claim.decide(sessions, false);
        assertThat(segment.claimed(AT)).isEqualTo(invalidated());
        assertThat(sessions.fences).isZero();
    }

    @Test
    void shouldKeepWhatADeadWriterHasCommittedThoughItIsContested() {
        sessions.alive = false;
        claim(RecordLayout.CONTESTED);
        segment.commit(AT, COMMIT);
        claim.decide(sessions, false);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.SAVED));
    }

    @Test
    void shouldSaveACommittedRecordThatIsContestedAtOnce() {
        claim(RecordLayout.CONTESTED);
        segment.commit(AT, COMMIT);
        claim.decide(sessions, false);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.SAVED));
        assertThat(sessions.fences).isZero();
    }

    @Test
    void shouldKeepWhatADeadWriterHasCommittedSinceTheLook() {
        sessions.alive = false;
        sessions.duringLook = () -> segment.commit(AT, COMMIT);
        claim(RecordLayout.DATA);
        claim.decide(sessions, false);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.DATA));
    }

    @Test
    void shouldHaveABarrierOfItsOwnForAClaimThatAnotherContested() {
        claim(RecordLayout.CONTESTED);
        sessions.duringFence = () -> segment.commit(AT, COMMIT);
        claim.decide(sessions, true);
        assertThat(sessions.fences).isOne();
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.SAVED));
    }

    @Test
    void shouldDecideOnceAndForAllHoweverManyDecide() {
        claim(RecordLayout.DATA);
        sessions.duringFence = () -> {
            sessions.duringFence = () -> {};
            claim.decide(sessions, true);
            assertThat(segment.claimed(AT)).isEqualTo(invalidated());
            segment.commit(AT, COMMIT);
        };
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(invalidated());
        sessions.alive = false;
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(invalidated());
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.DATA, RecordLayout.RUN, RecordLayout.CONTESTED})
    void shouldLeaveALivingWriterItsTime(int kind) {
        claim(kind);
        claim.decide(sessions, false);
        assertThat(segment.claimed(AT)).isEqualTo(word(kind));
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.DATA, RecordLayout.RUN, RecordLayout.CONTESTED})
    void shouldInvalidateAClaimOfALivingWriterWhenItsTimeIsOver(int kind) {
        claim(kind);
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(invalidated());
    }

    @Test
    void shouldNotTouchALivingWritersClaimWithoutFences() {
        sessions.canFence = false;
        claim(RecordLayout.DATA);
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.DATA));
        assertThat(sessions.fences).isZero();
    }

    @Test
    void shouldKeepACommitThatTheFenceHasBroughtToLight() {
        claim(RecordLayout.DATA);
        sessions.duringFence = () -> segment.commit(AT, COMMIT);
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.SAVED));
        assertThat(claim.isOpen()).isFalse();
        assertThat(claim.settle()).isFalse();
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.SAVED));
    }

    @Test
    void shouldGiveWayToAWriterThatSavesItsRecord() {
        claim(RecordLayout.RUN);
        sessions.duringFence = () -> segment.changeClaim(AT, word(RecordLayout.CONTESTED), word(RecordLayout.DATA));
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(word(RecordLayout.DATA));
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.INVALID, RecordLayout.SAVED, RecordLayout.END, RecordLayout.CONTINUED})
    void shouldLeaveAloneWhatIsNoOpenClaim(int kind) {
        sessions.alive = false;
        claim(kind);
        assertThat(claim.isOpen()).isFalse();
        claim.decide(sessions, true);
        assertThat(segment.claimed(AT)).isEqualTo(word(kind));
    }

    @Test
    void shouldTellWhetherADeadWritersClaimIsVoid() {
        claim(RecordLayout.CONTESTED);
        segment.commit(AT, COMMIT);
        assertThat(claim.settle()).isFalse();
        var other = new Segment(0, 0, MemorySegment.ofArray(new long[512]));
        assertThat(other.claim(AT, word(RecordLayout.RUN))).isZero();
        assertThat(new OpenClaim(other, AT, NUMBER).settle()).isTrue();
        assertThat(other.claimed(AT)).isEqualTo(invalidated());
    }

    @Test
    void shouldNotBeInvalidBeforeTheDurableWatermark(@TempDir Path directory) {
        sessions.alive = false;
        try (JournalFiles files = JournalFiles.open(directory, JournalOptions.defaults())) {
            SegmentStore store = files.store();
            Segment mapped = store.acquireFirst();
            mapped.claim(AT, word(RecordLayout.DATA));
            var invalidator = new ClaimInvalidator(store, sessions, Duration.ZERO);
            files.control().watermark().raise(AT + 24);
            invalidator.suspect(0, AT, 1, Long.MAX_VALUE);
            assertThat(mapped.claimed(AT)).isEqualTo(word(RecordLayout.DATA));
            files.control().watermark().reset(AT);
            invalidator.suspect(0, AT, 1, Long.MAX_VALUE);
            assertThat(RecordLayout.kind(mapped.claimed(AT))).isEqualTo(RecordLayout.INVALID);
        }
    }

    private void claim(int kind) {
        assertThat(segment.claim(AT, word(kind))).isZero();
    }

    private static long invalidated() {
        return RecordLayout.invalidated(SegmentLayout.seed(0, 0), NUMBER, word(RecordLayout.DATA));
    }

    private static long word(int kind) {
        return RecordLayout.claim(kind, EPOCH, 1, 8);
    }

    private static final class FakeSessions implements Sessions {
        @Override
        public boolean probeTailAlone() {
            return false;
        }

        boolean alive = true;
        boolean canFence = true;
        int fences;
        Runnable duringLook = () -> {};
        Runnable duringFence = () -> {};

        @Override
        public boolean probeAlive(int epoch) {
            assertThat(epoch).isEqualTo(EPOCH);
            duringLook.run();
            return alive;
        }

        @Override
        public boolean canFence() {
            return canFence;
        }

        @Override
        public boolean fenceAll() {
            fences++;
            duringFence.run();
            return true;
        }

        @Override
        public Executor thread() {
            return Runnable::run;
        }
    }
}
