package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link ClaimLastPlace} with claims that look for room too late. */
@JCStressTest
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "One has the last place.")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "The other has it.")
@Outcome(expect = FORBIDDEN, desc = "Somebody claimed what there is no room for, or nobody the last place.")
@State
public class ClaimLastPlaceBrokenTwin {
    private final BrokenSequencer sequencer = new BrokenSequencer(2, BrokenSequencer.Flaw.CLAIM_WITHOUT_LOOK);

    public ClaimLastPlaceBrokenTwin() {
        sequencer.publish(sequencer.tryClaim(), () -> {});
    }

    @Actor
    public void one(JJ_Result result) {
        result.r1 = sequencer.tryClaim();
    }

    @Actor
    public void other(JJ_Result result) {
        result.r2 = sequencer.tryClaim();
    }
}
