package dev.ropewalk.cluster.entity;

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

/** One leaves the place for one, and another one takes it and closes the gate: the first doesn't take the second for gone. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "tellIfUntold", of = "arePlacesLeft", flaw = Flaw.ALWAYS_TRUE)
@BrokenBy(in = Gate.class, method = "leavePlace", of = "light", flaw = Flaw.SLOW)
@BrokenBy(in = Gate.class, method = "close", of = "getAndBitwiseOr", flaw = Flaw.SLOW)
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "The place was taken.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The second has left before all were said to have.")
@Outcome(expect = FORBIDDEN, desc = "All were said to have left while the second was inside, or not at all, or twice.")
@State
public class GateSeesTheNextInThePlace {
    private static final int REFUSED = -1;

    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    public GateSeesTheNextInThePlace() {
        if (gate.enterPlace() == Gate.REFUSED) {
            throw new AssertionError("the place was free");
        }
    }

    @Actor
    public void first() {
        gate.leavePlace(Gate.IN_PLACE);
    }

    @Actor
    public void second(II_Result result) {
        if (gate.enterPlace() == Gate.REFUSED) {
            result.r1 = REFUSED;
            return;
        }
        boolean ignored = gate.close();
        result.r1 = told;
        gate.leavePlace(Gate.IN_PLACE);
    }

    @Arbiter
    public void arbiter(II_Result result) {
        result.r2 = told;
    }
}
