package dev.ropewalk.base.flow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads signal: their steps don't overlap. */
@JCStressTest
@BrokenBy(in = SerialSteps.class, method = "signal", of = "getAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0", expect = ACCEPTABLE, desc = "One step came after the other.")
@Outcome(expect = FORBIDDEN, desc = "Two threads were in a step.")
@State
public class StepsDontOverlap {
    private final SeenSteps steps = new SeenSteps();

    @Actor
    public void first() {
        steps.signal();
        steps.signal();
    }

    @Actor
    public void second() {
        steps.signal();
        steps.signal();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = steps.overlaps;
    }
}
