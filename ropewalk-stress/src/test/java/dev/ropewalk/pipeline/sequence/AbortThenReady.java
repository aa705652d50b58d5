package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Whoever finds an aborted sequence ready, and looks only below the last aborted one, knows that it was aborted. */
@JCStressTest
@BrokenBy(in = MultiProducerSequencer.class, method = "abortSilently", of = "raiseLastAborted", flaw = Flaw.TOO_LATE)
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Not ready yet.")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Ready, and known to be aborted.")
@Outcome(expect = FORBIDDEN, desc = "The stage handles an event that was aborted.")
@State
public class AbortThenReady {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);
    private final long sequence = sequencer.tryClaim(1, new ConsumedCache());

    @Actor
    public void producer() {
        sequencer.abort(sequence, sequence);
    }

    @Actor
    public void consumer(ZZ_Result result) {
        result.r1 = sequencer.ready(sequence, sequence) == sequence;
        result.r2 = result.r1 && sequence <= sequencer.lastAborted() && sequencer.isAborted(sequence);
    }
}
