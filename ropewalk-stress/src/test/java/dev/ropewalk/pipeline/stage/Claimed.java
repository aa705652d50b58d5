package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.lifecycle.Leftovers;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.Map;
import java.util.function.LongPredicate;

/** A ring whose places are claimed and not published, and a stage that handles nothing. */
final class Claimed {
    static final int EVENTS = 16;

    final Sequencer sequencer = new MultiProducerSequencer(EVENTS);
    final Map<String, LongPredicate> stages = Map.of("idle", sequence -> true);

    Claimed() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        long ignored = sequencer.tryClaim(EVENTS, new ConsumedCache());
    }

    void publish() {
        for (int event = 0; event < EVENTS; event++) {
            sequencer.publish(event, event);
        }
    }

    Leftovers left() {
        return Leftovers.of(sequencer, stages, EVENTS - 1);
    }

    static int unhandled(Leftovers left) {
        return left.unhandled().getOrDefault("idle", 0L).intValue();
    }
}
