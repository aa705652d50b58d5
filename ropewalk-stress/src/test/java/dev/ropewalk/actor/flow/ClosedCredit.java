package dev.ropewalk.actor.flow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A flow ends while the actor emits: an element that was let in isn't left behind. */
@JCStressTest
@BrokenBy(in = Credit.class, method = "close", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The flow has ended, and nothing was let in.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "An element was let in: the flow waits for it.")
@Outcome(expect = FORBIDDEN, desc = "An element was let in and the flow has ended, or neither.")
@State
public class ClosedCredit {
    private final Credit credit = new Credit();

    public ClosedCredit() {
        boolean ignored = credit.grant(1);
    }

    @Actor
    public void subscription(ZZ_Result result) {
        result.r1 = credit.close(0);
    }

    @Actor
    public void actor(ZZ_Result result) {
        result.r2 = credit.take();
    }
}
