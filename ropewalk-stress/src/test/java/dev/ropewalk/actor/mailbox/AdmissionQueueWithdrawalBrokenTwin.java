package dev.ropewalk.actor.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link AdmissionQueueWithdrawal} in which the place of one who has given up is lost. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first was let in before it gave up.")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The first gave up, and the second is in.")
@Outcome(expect = FORBIDDEN, desc = "The place was lost, or given twice.")
@State
public class AdmissionQueueWithdrawalBrokenTwin {
    private final BrokenAdmissionQueue room = new BrokenAdmissionQueue(1, BrokenAdmissionQueue.Flaw.PLACE_LOST);
    private final CapacityWaiter first = new TestWaiter();
    private final CapacityWaiter second = new TestWaiter();

    public AdmissionQueueWithdrawalBrokenTwin() {
        room.tryEnter();
        room.join(first);
        room.join(second);
    }

    @Actor
    public void leaver() {
        room.leave();
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
