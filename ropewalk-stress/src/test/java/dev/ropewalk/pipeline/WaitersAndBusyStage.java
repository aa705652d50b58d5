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

/** A producer that would like more than it needs begins to wait while the stage goes on and is then idle: it is woken once. */
@JCStressTest
@BrokenBy(in = CapacityWaiters.class, method = "lookAgain", of = "chooseFrom", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It found room.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It is woken.")
@Outcome(expect = FORBIDDEN, desc = "The producer waits beside free places, or is woken in vain.")
@State
public class WaitersAndBusyStage {
    private final FullRing ring = new FullRing();
    private final CapacityWaiters waiters = new CapacityWaiters(ring.sequencer);
    private final TestWait wait = new TestWait(1);

    @Actor
    public void producer(II_Result result) {
        result.r1 = waiters.enter(wait) ? 1 : 0;
    }

    @Actor
    public void stage() {
        ring.done.set(0);
        waiters.advanced();
        ring.done.set(FullRing.CAPACITY / 2);
        waiters.advanced();
        waiters.idle();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = wait.wakes;
    }
}
