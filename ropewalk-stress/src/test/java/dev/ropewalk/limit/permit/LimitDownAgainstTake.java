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

/** The limit goes down while a slot is taken: none is taken after that above the limit. */
@JCStressTest
@BrokenBy(in = SlotWord.class, method = "tryTake", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "Taken before the limit went down.")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "The lower limit was seen.")
@Outcome(expect = FORBIDDEN, desc = "A slot was taken above the limit.")
@State
public class LimitDownAgainstTake {
    private final SlotWord slots = new SlotWord(2);

    public LimitDownAgainstTake() {
        slots.take();
    }

    @Actor
    public void owner(ZI_Result result) {
        slots.setLimit(1);
        result.r2 = slots.inFlight();
    }

    @Actor
    public void taker(ZI_Result result) {
        result.r1 = slots.tryTake() != SlotWord.NONE;
    }
}
