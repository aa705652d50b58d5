package dev.ropewalk.pipeline.sequence;

/** The ring of a pipeline without stages, all of whose places are claimed. */
final class Stageless {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);

    Stageless() {
        sequencer.gating.holdOpenClaims(Sequence.BEFORE_FIRST, true);
        long ignored = sequencer.tryClaim(2, new ConsumedCache());
    }

    void publishFirst() {
        sequencer.publish(0, 0);
        long ignored = sequencer.consumed();
    }

    void publishSecondAndALap() {
        sequencer.publish(1, 1);
        long high = sequencer.tryClaim(2, new ConsumedCache());
        if (high != Sequencer.FULL) {
            sequencer.publish(high - 1, high);
        }
    }

    boolean isFree() {
        return sequencer.consumed() == sequencer.claimed();
    }
}
