package dev.ropewalk.pipeline.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.lifecycle.Leftovers;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** What is left undone is counted once, whatever goes on meanwhile. */
class LeftoversTest {
    private static final int CAPACITY = 4;

    private final Sequence first = new Sequence(Sequence.BEFORE_FIRST);
    private final Sequence second = new Sequence(Sequence.BEFORE_FIRST);
    private final Map<String, LongPredicate> stages =
            Map.of("first", sequence -> first.get() < sequence, "second", sequence -> second.get() < sequence);

    /** Lets something happen at each look whether an event is ready. */
    private static final class Watched extends Sequencer {
        final MultiProducerSequencer real = new MultiProducerSequencer(CAPACITY);
        Runnable beforeLook = () -> {};
        Runnable afterLook = () -> {};

        Watched() {
            super(CAPACITY);
        }

        @Override
        public long tryClaim(int n, ConsumedCache consumed) {
            return real.tryClaim(n, consumed);
        }

        @Override
        public void publishSilently(long low, long high) {
            real.publishSilently(low, high);
        }

        @Override
        public void abortSilently(long low, long high) {
            real.abortSilently(low, high);
        }

        @Override
        public long ready(long from, long most) {
            beforeLook.run();
            long ready = real.ready(from, most);
            afterLook.run();
            return ready;
        }

        @Override
        public boolean isAborted(long sequence) {
            return real.isAborted(sequence);
        }

        @Override
        public long claimed() {
            return real.claimed();
        }

        @Override
        public long lastClaimed() {
            return real.lastClaimed();
        }
    }

    private Watched claimed(int events) {
        var sequencer = new Watched();
        sequencer.gateOn(new Sequence[] {second});
        sequencer.real.gateOn(new Sequence[] {second});
        assertThat(sequencer.tryClaim(events, new ConsumedCache())).isEqualTo(events - 1);
        return sequencer;
    }

    @Test
    void shouldCountWhatIsPublishedMeanwhileOnce() {
        Watched sequencer = claimed(1);
        sequencer.afterLook = () -> sequencer.publish(0, 0);
        assertThat(Leftovers.of(sequencer, stages, 0)).isEqualTo(new Leftovers(Map.of(), 1));
    }

    @Test
    void shouldCountPublishedEventsForEachStageThatIsntDone() {
        Watched sequencer = claimed(4);
        sequencer.publish(0, 1);
        sequencer.abort(2, 2);
        first.set(0);
        assertThat(Leftovers.of(sequencer, stages, 3)).isEqualTo(new Leftovers(Map.of("first", 1L, "second", 2L), 1));
    }

    @Test
    void shouldCountNothingWhosePlaceIsClaimedAgainMeanwhile() {
        Watched sequencer = claimed(CAPACITY);
        sequencer.publish(0, 3);
        sequencer.beforeLook = () -> {
            sequencer.beforeLook = () -> {};
            first.set(3);
            second.set(3);
            long last = sequencer.tryClaim(CAPACITY, new ConsumedCache());
            sequencer.abort(last - CAPACITY + 1, last);
        };
        assertThat(Leftovers.of(sequencer, stages, 3)).isEqualTo(new Leftovers(Map.of(), 0));
    }
}
