package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** What was done under a permit is seen under the next one. */
@JCStressTest
@BrokenBy(in = ReleaseThenAcquire.class, method = "holder", of = "work", flaw = Flaw.TOO_LATE)
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Not released yet.")
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Acquired after the work was done.")
@Outcome(expect = FORBIDDEN, desc = "Acquired before the work was done.")
@State
public class ReleaseThenAcquire {
    private final SlotWord slots = new SlotWord(1);
    private int work;

    public ReleaseThenAcquire() {
        slots.take();
    }

    @Actor
    public void holder() {
        work = 1;
        boolean ignored = slots.tryGive();
    }

    @Actor
    public void next(ZI_Result result) {
        result.r1 = slots.tryTake() != SlotWord.NONE;
        result.r2 = result.r1 ? work : 0;
    }
}
