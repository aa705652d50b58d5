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

/** Two producers that claim at the same time get different sequences, in a row. */
@JCStressTest
@BrokenBy(in = Sequence.class, method = "compareAndSet", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Each has its own.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Each has its own.")
@Outcome(expect = FORBIDDEN, desc = "Both have the same, or one was lost.")
@State
public class ClaimsDiffer {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);

    public ClaimsDiffer() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
    }

    @Actor
    public void one(JJ_Result result) {
        result.r1 = sequencer.tryClaim(1, new ConsumedCache());
    }

    @Actor
    public void other(JJ_Result result) {
        result.r2 = sequencer.tryClaim(1, new ConsumedCache());
    }
}
