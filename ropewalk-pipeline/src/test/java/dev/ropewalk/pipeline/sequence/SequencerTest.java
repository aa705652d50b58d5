package dev.ropewalk.pipeline.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both sequencers do for one producer and one stage. */
class SequencerTest {
    private static final int CAPACITY = 8;

    private final Sequence stage = new Sequence(Sequence.BEFORE_FIRST);
    private final ConsumedCache consumed = new ConsumedCache();

    enum Kind {
        SINGLE,
        MULTI
    }

    private Sequencer sequencer(Kind kind) {
        Sequencer sequencer = switch (kind) {
            case SINGLE -> new SingleProducerSequencer(CAPACITY);
            case MULTI -> new MultiProducerSequencer(CAPACITY);
        };
        sequencer.gateOn(new Sequence[] {stage});
        return sequencer;
    }

    @ParameterizedTest
    @EnumSource
    void shouldClaimSequencesInARow(Kind kind) {
        Sequencer sequencer = sequencer(kind);
        assertThat(sequencer.tryClaim(1, consumed)).isZero();
        sequencer.publish(0, 0);
        assertThat(sequencer.tryClaim(3, consumed)).isEqualTo(3);
        sequencer.publish(1, 3);
        assertThat(sequencer.tryClaim(1, consumed)).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatTheRingHasNoRoomForWithoutATrace(Kind kind) {
        Sequencer sequencer = sequencer(kind);
        assertThat(sequencer.tryClaim(5, consumed)).isEqualTo(4);
        sequencer.publish(0, 4);
        assertThat(sequencer.tryClaim(4, consumed)).isEqualTo(Sequencer.FULL);
        assertThat(sequencer.tryClaim(3, consumed)).isEqualTo(7);
        sequencer.publish(5, 7);
        assertThat(sequencer.tryClaim(1, consumed)).isEqualTo(Sequencer.FULL);
    }

    @ParameterizedTest
    @EnumSource
    void shouldClaimAgainAsFarAsTheSlowestStageHasCome(Kind kind) {
        Sequencer sequencer = sequencer(kind);
        var slower = new Sequence(Sequence.BEFORE_FIRST);
        sequencer.gateOn(new Sequence[] {stage, slower});
        sequencer.publish(0, sequencer.tryClaim(CAPACITY, consumed));
        stage.set(7);
        assertThat(sequencer.tryClaim(1, consumed)).isEqualTo(Sequencer.FULL);
        slower.set(1);
        assertThat(sequencer.tryClaim(3, consumed)).isEqualTo(Sequencer.FULL);
        assertThat(sequencer.tryClaim(2, consumed)).isEqualTo(9);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveReadyWhatWasPublishedUpToWhatIsAskedFor(Kind kind) {
        Sequencer sequencer = sequencer(kind);
        assertThat(sequencer.ready(0, 7)).isEqualTo(-1);
        assertThat(sequencer.tryClaim(3, consumed)).isEqualTo(2);
        assertThat(sequencer.ready(0, 7)).isEqualTo(-1);
        sequencer.publish(0, 2);
        assertThat(sequencer.ready(0, 7)).isEqualTo(2);
        assertThat(sequencer.ready(1, 1)).isEqualTo(1);
        assertThat(sequencer.ready(3, 7)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellAbortedFromPublished(Kind kind) {
        Sequencer sequencer = sequencer(kind);
        assertThat(sequencer.lastAborted()).isEqualTo(Sequence.BEFORE_FIRST);
        assertThat(sequencer.tryClaim(4, consumed)).isEqualTo(3);
        sequencer.publish(0, 0);
        sequencer.abort(1, 1);
        sequencer.publish(2, 2);
        sequencer.abort(3, 3);
        assertThat(sequencer.ready(0, 7)).isEqualTo(3);
        assertThat(sequencer.isAborted(0)).isFalse();
        assertThat(sequencer.isAborted(1)).isTrue();
        assertThat(sequencer.isAborted(2)).isFalse();
        assertThat(sequencer.isAborted(3)).isTrue();
        assertThat(sequencer.lastAborted()).isEqualTo(3);
        assertThat(new Barrier(sequencer).lastEvent(0, 3)).isEqualTo(2);
        assertThat(new Barrier(sequencer).lastEvent(3, 3)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoAsAModelInRandomSteps(Kind kind) {
        long seed = Long.getLong("ropewalk.stress.seed", 20_261_121);
        var random = new Random(seed);
        Sequencer sequencer = sequencer(kind);
        var aborted = new boolean[2_000 * CAPACITY];
        long claimed = -1;
        long done = -1;
        for (int step = 0; step < 2_000; step++) {
            String where = "step " + step + " of seed " + seed;
            int n = 1 + random.nextInt(CAPACITY);
            long high = sequencer.tryClaim(n, consumed);
            assertThat(high).as(where).isEqualTo(claimed + n - CAPACITY <= done ? claimed + n : Sequencer.FULL);
            if (high != Sequencer.FULL) {
                for (claimed++; claimed <= high; claimed++) {
                    aborted[(int) claimed] = random.nextInt(4) == 0;
                    if (aborted[(int) claimed]) {
                        sequencer.abort(claimed, claimed);
                    } else {
                        sequencer.publish(claimed, claimed);
                    }
                }
                claimed = high;
            }
            assertThat(sequencer.ready(done + 1, done + CAPACITY)).as(where).isEqualTo(claimed);
            for (long sequence = done + 1; sequence <= claimed; sequence++) {
                assertThat(sequence <= sequencer.lastAborted() && sequencer.isAborted(sequence))
                        .as("abort of %d, %s", sequence, where)
                        .isEqualTo(aborted[(int) sequence]);
            }
            done += random.nextInt((int) (claimed - done) + 1);
            stage.set(done);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAbortWithoutMemoryForTheRing(Kind kind) {
        int capacity = 1 << 16;
        Sequencer sequencer =
                kind == Kind.SINGLE ? new SingleProducerSequencer(capacity) : new MultiProducerSequencer(capacity);
        sequencer.gateOn(new Sequence[] {stage});
        long claimed = sequencer.tryClaim(1, consumed);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        sequencer.abort(claimed, claimed);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(capacity);
        assertThat(sequencer.isAborted(claimed)).isTrue();
    }
}
