package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.SlotWord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** {@link GuardLifted} with a guard that is lifted after the lock is let go. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The one who waits is served.")
@Outcome(expect = FORBIDDEN, desc = "The guard was lifted, and the release passed by the waiter.")
@State
public class GuardLiftedBrokenTwin {
    private final SlotWord slots = new SlotWord(1);
    private final Object lock = new Object();
    private int waiting = 1;

    public GuardLiftedBrokenTwin() {
        slots.take();
        slots.guard();
    }

    @Actor
    public void leaver() {
        boolean nobody;
        synchronized (lock) {
            waiting--;
            nobody = waiting == 0;
        }
        if (nobody) {
            slots.unguard();
        }
    }

    @Actor
    public void waiter() {
        synchronized (lock) {
            waiting++;
            int ignored = slots.takeOrGuard();
        }
    }

    @Arbiter
    public void rest(Z_Result result) {
        boolean passedBy = slots.tryGive();
        result.r1 = !passedBy;
    }
}
