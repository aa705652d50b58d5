package dev.ropewalk.actor.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The first in the line gives up while a place becomes free: the place goes to one of the two. */
@JCStressTest
@BrokenBy(in = AdmissionQueue.class, method = "end", of = "giveBack", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first was let in before it gave up.")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The first gave up, and the second is in.")
@Outcome(expect = FORBIDDEN, desc = "The place was lost, or given twice.")
@State
public class AdmissionQueueWithdrawal {
    private final AdmissionQueue room = new AdmissionQueue(1, message -> {});
    private final CapacityWaiter first = new TestWaiter();
    private final CapacityWaiter second = new TestWaiter();

    public AdmissionQueueWithdrawal() {
        room.tryEnter(1);
        room.join(first);
        room.join(second);
    }

    @Actor
    public void leaver() {
        room.leave(1);
    }

    @Actor
    public void impatient() {
        room.withdraw(first);
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r1 = first.isIn() ? 1 : 0;
        result.r2 = second.isIn() ? 1 : 0;
        result.r3 = room.taken();
    }
}
