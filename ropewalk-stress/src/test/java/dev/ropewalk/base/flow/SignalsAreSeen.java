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

/** Two threads signal: a step comes that sees what both have done before. */
@JCStressTest
@BrokenBy(in = SerialSteps.class, method = "run", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The last step has seen both.")
@Outcome(expect = FORBIDDEN, desc = "A signal was lost.")
@State
public class SignalsAreSeen {
    private final SeenSteps steps = new SeenSteps();

    @Actor
    public void first() {
        steps.first = 1;
        steps.signal();
    }

    @Actor
    public void second() {
        steps.second = 1;
        steps.signal();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = steps.seenFirst;
        result.r2 = steps.seenSecond;
    }
}
