package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** {@link WithdrawAgainstGrant} with a waiter that looks before it settles. */
@JCStressTest
@Outcome(id = "true, false, 7", expect = ACCEPTABLE, desc = "Granted.")
@Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "Withdrawn; the granter still has it.")
@Outcome(expect = FORBIDDEN, desc = "It was lost or doubled.")
@State
public class WithdrawAgainstGrantBrokenTwin {
    private volatile int outcome;

    @Actor
    public void granter(ZZI_Result result) {
        if (outcome == 0) {
            outcome = 7;
            result.r1 = true;
        }
    }

    @Actor
    public void waiter(ZZI_Result result) {
        if (outcome == 0) {
            outcome = -1;
            result.r2 = true;
        }
    }

    @Arbiter
    public void rest(ZZI_Result result) {
        result.r3 = Math.max(0, outcome);
    }
}
