package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner of a producer has died with an open claim: whoever finds that, and the next owner at the same time, give it up once. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, of = "adopt", flaw = Flaw.NOT_SYNCHRONIZED)
@BrokenBy(in = OwnedClaim.class, of = "abortIfDead", flaw = Flaw.NOT_SYNCHRONIZED)
@BrokenBy(in = OwnedClaim.class, method = "abortIfDead", of = "isOpen", flaw = Flaw.SLOW)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It is given up, and the next owner publishes.")
@Outcome(expect = FORBIDDEN, desc = "The claim is given up twice or never, or the next owner is refused.")
@State
public class DeadClaim {
    private final DeadOwner dead = new DeadOwner();

    @Actor
    public void finder() {
        dead.find();
    }

    @Actor
    public void nextOwner() {
        dead.takeOver();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = dead.timesGivenUp();
        result.r2 = dead.published();
    }
}
