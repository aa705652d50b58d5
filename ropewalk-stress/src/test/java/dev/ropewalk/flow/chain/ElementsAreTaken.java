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

/** An element comes into a ring while its consumer looks: it isn't left lying. */
@JCStressTest
@BrokenBy(in = Input.class, method = "push", of = "setRelease", flaw = Flaw.TOO_LATE)
@Outcome(id = "7", expect = ACCEPTABLE, desc = "It was taken.")
@Outcome(expect = FORBIDDEN, desc = "It lies there, and nobody comes.")
@State
public class ElementsAreTaken {
    private final AddingSteps steps = new AddingSteps();

    @Actor
    public void producer() {
        boolean ignored = steps.input.push(7);
    }

    @Actor
    public void other() {
        steps.signal();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = steps.sum;
    }
}
