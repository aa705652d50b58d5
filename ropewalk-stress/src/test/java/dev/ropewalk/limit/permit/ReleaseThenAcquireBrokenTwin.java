package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** {@link ReleaseThenAcquire} with a permit that is released before the work is done. */
@JCStressTest
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Not released yet.")
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Acquired after the work was done.")
@Outcome(expect = FORBIDDEN, desc = "Acquired before the work was done.")
@State
public class ReleaseThenAcquireBrokenTwin {
    private final SlotWord slots = new SlotWord(1);
    private int work;

    public ReleaseThenAcquireBrokenTwin() {
        slots.take();
    }

    @Actor
    public void holder() {
        boolean ignored = slots.tryGive();
        work = 1;
    }

    @Actor
    public void next(ZI_Result result) {
        result.r1 = slots.tryTake() != SlotWord.NONE;
        result.r2 = result.r1 ? work : 0;
    }
}
