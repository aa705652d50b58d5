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

/** Two messages give their places back while a large one finds none: that gets in, with all of its places. */
@JCStressTest
@BrokenBy(in = AdmissionQueue.class, method = "leave", of = "admit", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "The newcomer is in.")
@Outcome(expect = FORBIDDEN, desc = "The newcomer waits although there is room, or the places are miscounted.")
@State
public class AdmissionQueueLargeHandOver {
    private static final int PLACES = 3;

    private final AdmissionQueue room = new AdmissionQueue(2, message -> {});
    private final CapacityWaiter waiter = new TestWaiter(new Large());
    private boolean entered;

    private static final class Large extends Bulky {
        @Override
        public int places() {
            return PLACES;
        }
    }

    public AdmissionQueueLargeHandOver() {
        room.tryEnter(1);
        room.tryEnter(PLACES);
    }

    @Actor
    public void leaver() {
        room.leave(1);
        room.leave(PLACES);
    }

    @Actor
    public void newcomer() {
        entered = room.tryEnter(PLACES);
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
