package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StageLeaves} without telling those who wait. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It goes on.")
@Outcome(expect = FORBIDDEN, desc = "It waits for somebody who has gone.")
@State
public class StageLeavesBrokenTwin {
    private final BrokenLeft left = new BrokenLeft();

    @Actor
    public void producer() {
        left.waitForRoom();
    }

    @Actor
    public void remover() {
        left.remove();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = left.goesOn() ? 1 : 0;
    }
}
