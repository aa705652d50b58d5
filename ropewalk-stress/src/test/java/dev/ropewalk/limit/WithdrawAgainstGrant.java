package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A waiter's time is up while it is granted something: one of the two wins, and both know which. */
@JCStressTest
@BrokenBy(in = AdmissionWaiter.class, method = "withdraw", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false, 7", expect = ACCEPTABLE, desc = "Granted.")
@Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "Withdrawn; the granter still has it.")
@Outcome(expect = FORBIDDEN, desc = "It was lost or doubled.")
@State
public class WithdrawAgainstGrant {
    private final AdmissionWaiter<Integer> waiter = new SilentWaiter<>();

    @Actor
    public void granter(ZZI_Result result) {
        result.r1 = waiter.grant(7);
    }

    @Actor
    public void waiter(ZZI_Result result) {
        result.r2 = waiter.withdraw();
    }

    @Arbiter
    public void rest(ZZI_Result result) {
        Integer granted = waiter.granted();
        result.r3 = granted == null ? 0 : granted;
    }
}
