package dev.ropewalk.limit.permit;

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

/** The limit is set while a slot is given back: neither is lost. */
@JCStressTest
@BrokenBy(in = SlotWord.class, method = "setLimit", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "Both were done.")
@Outcome(expect = FORBIDDEN, desc = "One overwrote the other.")
@State
public class LimitMovedAgainstGive {
    private final SlotWord slots = new SlotWord(2);

    public LimitMovedAgainstGive() {
        slots.take();
        slots.take();
    }

    @Actor
    public void owner() {
        slots.setLimit(3);
    }

    @Actor
    public void holder() {
        boolean ignored = slots.tryGive();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = slots.limit();
        result.r2 = slots.inFlight();
    }
}
