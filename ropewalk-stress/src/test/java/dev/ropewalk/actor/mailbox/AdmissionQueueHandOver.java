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
import org.openjdk.jcstress.infra.results.II_Result;

/** The last place is given back while a newcomer finds none: the newcomer gets it. */
@JCStressTest
@BrokenBy(in = AdmissionQueue.class, method = "join", of = "admit", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The newcomer is in.")
@Outcome(expect = FORBIDDEN, desc = "The newcomer waits although there is room, or the places are miscounted.")
@State
public class AdmissionQueueHandOver {
    private final AdmissionQueue room = new AdmissionQueue(1, message -> {});
    private final CapacityWaiter waiter = new TestWaiter();
    private boolean entered;

    public AdmissionQueueHandOver() {
        room.tryEnter(1);
    }

    @Actor
    public void leaver() {
        room.leave(1);
    }

    @Actor
    public void newcomer() {
        entered = room.tryEnter(1);
        if (!entered) {
            room.join(waiter);
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = entered || waiter.isIn() ? 1 : 0;
        result.r2 = room.taken();
    }
}
