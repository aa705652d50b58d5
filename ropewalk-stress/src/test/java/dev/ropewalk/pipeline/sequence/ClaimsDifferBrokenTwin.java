package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link ClaimsDiffer} with a cursor that is looked at and then written. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Each has its own.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Each has its own.")
@Outcome(expect = FORBIDDEN, desc = "Both have the same, or one was lost.")
@State
public class ClaimsDifferBrokenTwin {
    private final BrokenSequencer sequencer = new BrokenSequencer(2, BrokenSequencer.Flaw.CLAIM_WITHOUT_CAS);

    @Actor
    public void one(JJ_Result result) {
        result.r1 = sequencer.tryClaim();
    }

    @Actor
    public void other(JJ_Result result) {
        result.r2 = sequencer.tryClaim();
    }
}
