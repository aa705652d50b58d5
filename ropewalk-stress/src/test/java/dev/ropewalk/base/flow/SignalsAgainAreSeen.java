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
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread that often signals finds another signal, and leaves it at that: a step comes that sees what it has done before. */
@JCStressTest
@BrokenBy(in = SerialSteps.class, method = "signalAgain", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The last step has seen both.")
@Outcome(expect = FORBIDDEN, desc = "A signal was lost.")
@State
public class SignalsAgainAreSeen {
    private final SeenSteps steps = new SeenSteps();

    @Actor
    public void often() {
        steps.first = 1;
        steps.signalAgain();
    }

    @Actor
    public void seldom() {
        steps.second = 1;
        steps.signal();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = steps.seenFirst;
        result.r2 = steps.seenSecond;
    }
}
