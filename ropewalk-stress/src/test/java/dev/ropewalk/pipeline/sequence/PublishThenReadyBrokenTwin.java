package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** {@link PublishThenReady} with an event that is marked before it is written. */
@JCStressTest
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Not ready yet.")
@Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "Ready, and the event is seen.")
@Outcome(expect = FORBIDDEN, desc = "Ready, and what the place held before is seen.")
@State
public class PublishThenReadyBrokenTwin {
    private final BrokenSequencer sequencer = new BrokenSequencer(2, BrokenSequencer.Flaw.MARK_BEFORE_EVENT);
    private final long sequence = sequencer.tryClaim();
    private int event;

    @Actor
    public void producer() {
        sequencer.publish(sequence, () -> event = 7);
    }

    @Actor
    public void consumer(ZI_Result result) {
        result.r1 = sequencer.isReady(sequence);
        result.r2 = result.r1 ? event : 0;
    }
}
