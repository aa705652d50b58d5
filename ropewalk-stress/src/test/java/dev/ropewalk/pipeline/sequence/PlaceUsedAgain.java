package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A place is written again only after the stage that reads it has gone on, even if another thread has seen that. */
@JCStressTest
@BrokenBy(in = MultiProducerSequencer.class, method = "tryClaim", of = "findRoom", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "What was published in this lap is seen.")
@Outcome(expect = FORBIDDEN, desc = "The event was overwritten while it was read.")
@State
public class PlaceUsedAgain {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(1);
    private final Sequence stage = new Sequence(Sequence.BEFORE_FIRST);
    private final ConsumedCache consumed = new ConsumedCache();
    private int event;

    public PlaceUsedAgain() {
        sequencer.gateOn(new Sequence[] {stage});
        long first = sequencer.tryClaim(1, consumed);
        event = 1;
        sequencer.publish(first, first);
    }

    @Actor
    public void producer() {
        if (sequencer.tryClaim(1, consumed) != Sequencer.FULL) {
            event = 2;
        }
    }

    @Actor
    public void consumer(I_Result result) {
        result.r1 = event;
        stage.set(0);
    }
}
