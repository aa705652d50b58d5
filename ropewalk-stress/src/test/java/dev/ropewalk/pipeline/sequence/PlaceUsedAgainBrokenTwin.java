package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link PlaceUsedAgain} with claims that look for room too late. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "What was published in this lap is seen.")
@Outcome(expect = FORBIDDEN, desc = "The event was overwritten while it was read.")
@State
public class PlaceUsedAgainBrokenTwin {
    private final BrokenSequencer sequencer = new BrokenSequencer(1, BrokenSequencer.Flaw.CLAIM_WITHOUT_LOOK);
    private int event;

    public PlaceUsedAgainBrokenTwin() {
        sequencer.publish(sequencer.tryClaim(), () -> event = 1);
    }

    @Actor
    public void producer() {
        if (sequencer.tryClaim() != Sequencer.FULL) {
            event = 2;
        }
    }

    @Actor
    public void consumer(I_Result result) {
        result.r1 = event;
        sequencer.done(0);
    }
}
