package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A producer gives up its wait while the stage makes a place free: the one behind it is woken, once. */
@JCStressTest
@BrokenBy(in = CapacityWaiters.class, method = "leave", of = "lookAgain", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"0, 1", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It goes on, whether the first was woken or not.")
@Outcome(expect = FORBIDDEN, desc = "It waits beside a free place, or is woken in vain.")
@State
public class WaiterWithdrawn {
    private final FullRing ring = new FullRing();
    private final CapacityWaiters waiters = new CapacityWaiters(ring.sequencer);
    private final TestWait first = new TestWait(1);
    private final TestWait second = new TestWait(1);

    public WaiterWithdrawn() {
        boolean waits = waiters.enter(first) && waiters.enter(second);
        if (!waits) {
            throw new AssertionError("there is no room");
        }
    }

    @Actor
    public void impatient() {
        waiters.leave(first);
    }

    @Actor
    public void stage() {
        ring.done.set(0);
        waiters.idle();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = first.wakes;
        result.r2 = second.wakes;
    }
}
