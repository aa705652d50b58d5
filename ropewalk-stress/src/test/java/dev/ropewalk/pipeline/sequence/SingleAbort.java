package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A single producer aborts a claim while a stage looks for events: the stage that sees it sees that it isn't an event. */
@JCStressTest
@BrokenBy(in = SingleProducerSequencer.class, method = "abortSilently", of = "raiseLastAborted", flaw = Flaw.TOO_LATE)
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Nothing there yet.")
@Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The stage skips the claim.")
@Outcome(expect = FORBIDDEN, desc = "The stage handles what was aborted.")
@State
public class SingleAbort {
    private final Sequencer sequencer = new SingleProducerSequencer(2);
    private final ConsumedCache consumed = new ConsumedCache();

    @Actor
    public void producer() {
        long sequence = sequencer.tryClaim(1, consumed);
        sequencer.abort(sequence, sequence);
    }

    @Actor
    public void stage(JJ_Result result) {
        result.r1 = sequencer.ready(0, 0);
        result.r2 = result.r1 < 0 ? 0 : new Barrier(sequencer).lastEvent(0, 0);
    }
}
