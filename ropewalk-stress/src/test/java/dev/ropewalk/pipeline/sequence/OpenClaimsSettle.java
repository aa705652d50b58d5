package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two producers of a pipeline without stages look at the same time how far events are published, and one claims a whole lap. */
@JCStressTest
@BrokenBy(in = Gating.class, method = "settle", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "All is published, and all places are free.")
@Outcome(expect = FORBIDDEN, desc = "A place is never free again.")
@State
public class OpenClaimsSettle {
    private final Stageless ring = new Stageless();

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
