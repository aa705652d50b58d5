package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;

/** {@link Left} with a stage that goes without telling anybody. */
final class BrokenLeft {
    private final Sequencer sequencer = new SingleProducerSequencer(1);
    private final Sequence done = new Sequence(0);
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private boolean waits;

    BrokenLeft() {
        sequencer.gateOn(new Sequence[] {done, new Sequence(Sequence.BEFORE_FIRST)});
        long only = sequencer.tryClaim(1, new ConsumedCache());
        sequencer.publish(only, only);
    }

    void waitForRoom() {
        waits = waiters.enter(new TestWait(1));
    }

    void remove() {
        sequencer.gateOn(new Sequence[] {done});
    }

    boolean goesOn() {
        return !waits;
    }
}
