package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link OpenClaimsSettle} with a producer that relies on what it couldn't write down. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "All is published, and all places are free.")
@Outcome(expect = FORBIDDEN, desc = "A place is never free again.")
@State
public class OpenClaimsSettleBrokenTwin {
    private final BrokenStageless ring = new BrokenStageless();

    @Actor
    public void first() {
        ring.publishFirst();
    }

    @Actor
    public void second() {
        ring.publishSecondAndALap();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = ring.isFree() ? 1 : 0;
    }
}
