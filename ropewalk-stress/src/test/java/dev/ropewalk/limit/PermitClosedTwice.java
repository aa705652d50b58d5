package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads release the same permit: one slot is free. */
@JCStressTest
@BrokenBy(in = LimiterPermit.class, method = "end", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "One slot.")
@Outcome(expect = FORBIDDEN, desc = "None was released, or one that another holds.")
@State
public class PermitClosedTwice {
    private final Core core = new Core(2);
    private final LimiterPermit permit = core.take();
    private final LimiterPermit other = core.take();

    @Actor
    public void closer() {
        permit.close();
    }

    @Actor
    public void dropper() {
        permit.drop();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = (core.tryTake() ? 1 : 0) + (core.tryTake() ? 1 : 0);
        other.close();
    }
}
