package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A producer begins to wait while the pipeline is closed: it sees that, or it is woken. */
@JCStressTest
@BrokenBy(in = CapacityWaiters.class, method = "wakeAll", of = "takeAll", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is woken.")
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the end.")
@Outcome(expect = FORBIDDEN, desc = "The producer waits for ever.")
@State
public class WaitersAndEnd {
    private final FullRing ring = new FullRing();
    private final CapacityWaiters waiters = new CapacityWaiters(ring.sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline", ring.sequencer);
    private final TestWait wait = new TestWait(1);

    @Actor
    public void producer(II_Result result) {
        boolean waits = waiters.enter(wait);
        result.r1 = waits && lifecycle.isOpen() ? 0 : 1;
    }

    @Actor
    public void closer() {
        boolean ignored = lifecycle.beginClosing();
        waiters.wakeAll();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = wait.wakes;
    }
}
