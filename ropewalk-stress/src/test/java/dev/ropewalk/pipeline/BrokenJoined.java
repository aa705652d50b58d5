package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;

/** {@link Joined} with a stage that takes its place, and holds producers up then. */
final class BrokenJoined {
    private final Sequencer sequencer;
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sequence first = new Sequence(Sequence.BEFORE_FIRST);
    private final Sequence added = new Sequence(Sequence.BEFORE_FIRST);

    BrokenJoined(int capacity) {
        sequencer = new SingleProducerSequencer(capacity);
        sequencer.gateOn(new Sequence[] {first});
    }

    void publishAndPoll() {
        long sequence = sequencer.tryClaim(1, consumed);
        if (sequence != Sequencer.FULL) {
            sequencer.publish(sequence, sequence);
            first.set(sequence);
        }
    }

    void join() {
        added.set(sequencer.claimed());
        sequencer.gateOn(new Sequence[] {first, added});
    }

    boolean isOvertaken() {
        return sequencer.claimed() - added.get() > sequencer.capacity;
    }
}
