package dev.ropewalk.graph.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A run is stopped while an action starts: the one sees the other. Any mark stands for the attempt. */
@JCStressTest
@BrokenBy(in = Slots.class, method = "setVolatile", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It doesn't start, or is aborted.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "It runs on in a run that was stopped.")
@State
public class StopAgainstStart {
    private final Slots slots = new Slots(1);
    private volatile boolean stopped;

    @Actor
    public void attempt(II_Result result) {
        slots.setVolatile(0, Slots.Cancelled.CANCELLED);
        result.r1 = stopped ? 1 : 0;
    }

    @Actor
    public void stopper(II_Result result) {
        stopped = true;
        result.r2 = slots.getVolatile(0) == null ? 0 : 1;
    }
}
