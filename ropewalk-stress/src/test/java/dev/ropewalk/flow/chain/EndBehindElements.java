package dev.ropewalk.flow.chain;

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

/** A row ends while the consumer of its ring looks: the end is seen behind the last element. */
@JCStressTest
@BrokenBy(in = Input.class, method = "isFinished", of = "isEmpty", flaw = Flaw.ALWAYS_TRUE)
@BrokenBy(in = AddingSteps.class, method = "step", of = "poll", flaw = Flaw.SLOW)
@Outcome(id = "7", expect = ACCEPTABLE, desc = "The element came first.")
@Outcome(expect = FORBIDDEN, desc = "The end came first, or never.")
@State
public class EndBehindElements {
    private final AddingSteps steps = new AddingSteps();

    @Actor
    public void producer() {
        boolean ignored = steps.input.push(7);
        steps.input.end(null);
    }

    @Actor
    public void other() {
        steps.signal();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = steps.sumAtEnd;
    }
}
