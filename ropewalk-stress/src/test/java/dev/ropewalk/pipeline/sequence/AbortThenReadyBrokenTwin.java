package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link AbortThenReady} with a last aborted sequence that is written after the state. */
@JCStressTest
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Not ready yet.")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Ready, and known to be aborted.")
@Outcome(expect = FORBIDDEN, desc = "The stage handles an event that was aborted.")
@State
public class AbortThenReadyBrokenTwin {
    private final BrokenSequencer sequencer = new BrokenSequencer(2, BrokenSequencer.Flaw.STATE_BEFORE_LAST_ABORTED);
    private final long sequence = sequencer.tryClaim();

    @Actor
    public void producer() {
        sequencer.abort(sequence);
    }

    @Actor
    public void consumer(ZZ_Result result) {
        result.r1 = sequencer.isReady(sequence);
        result.r2 = result.r1 && sequencer.isAborted(sequence);
    }
}
