package dev.ropewalk.actor.supervision;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The strand has carried out an order while the thread begins to wait for that: it passes, or it is woken. */
@JCStressTest
@BrokenBy(in = SystemMessageGate.class, of = "shut", flaw = Flaw.NOT_VOLATILE)
@BrokenBy(in = SystemMessageGate.class, of = "awaited", flaw = Flaw.NOT_VOLATILE)
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It passes, or is woken.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It parks, and nobody wakes it.")
@State
public class SystemMessageGateOpens {
    private final SystemMessageGate gate = new SystemMessageGate();

    public SystemMessageGateOpens() {
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
