package dev.ropewalk.actor.flow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJ_Result;

/** A subscriber requests one more element while the actor emits the last that was requested. */
@JCStressTest
@BrokenBy(in = Credit.class, method = "grant", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "The actor is told.")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "The actor sees it by itself.")
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Both.")
@Outcome(id = "false, 0", expect = FORBIDDEN, desc = "The demand is forgotten.")
@State
public class DemandIsSeen {
    private final Credit credit = new Credit();

    public DemandIsSeen() {
        boolean ignored = credit.grant(1);
    }

    @Actor
    public void subscription(ZJ_Result result) {
        result.r1 = credit.grant(2);
    }

    @Actor
    public void actor(ZJ_Result result) {
        boolean ignored = credit.take();
        result.r2 = credit.left();
    }
}
