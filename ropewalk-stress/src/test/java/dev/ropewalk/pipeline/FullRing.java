package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;

/** A ring of eight places, all taken by events that one stage is yet to handle. */
final class FullRing {
    static final int CAPACITY = 8;

    private static final int LONGS_PER_LINE = 8;
    private static final int LINES = 32;

    final Sequencer sequencer = new MultiProducerSequencer(CAPACITY);
    final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final long[] written = new long[LINES * LONGS_PER_LINE];

    FullRing() {
        sequencer.gateOn(new Sequence[] {done});
        long high = sequencer.tryClaim(CAPACITY, new ConsumedCache());
        sequencer.publish(0, high);
    }

    /** Lets the stage come to a sequence, with stores before that as handlers make them: behind them its own comes late to others. */
    void handleTo(long sequence) {
        for (int line = 0; line < written.length; line += LONGS_PER_LINE) {
            written[line] = sequence;
        }
        done.set(sequence);
    }
}
