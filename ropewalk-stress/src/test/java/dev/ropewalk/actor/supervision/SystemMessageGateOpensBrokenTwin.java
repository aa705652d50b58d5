package dev.ropewalk.actor.supervision;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SystemMessageGateOpens} with a gate whose fields are written without a fence. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It passes, or is woken.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It parks, and nobody wakes it.")
@State
public class SystemMessageGateOpensBrokenTwin {
    private final BrokenSystemMessageGate gate = new BrokenSystemMessageGate();

    public SystemMessageGateOpensBrokenTwin() {
        gate.shut();
    }

    @Actor
    public void thread(II_Result result) {
        gate.await();
        result.r1 = gate.isShut() ? 1 : 0;
    }

    @Actor
    public void strand(II_Result result) {
        result.r2 = gate.open() ? 1 : 0;
    }
}
