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
import org.openjdk.jcstress.infra.results.Z_Result;

/** The place for one is left while the gate is closed: one of the two tells that all have left. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "arePlacesLeft", of = "heavy", flaw = Flaw.LEFT_OUT)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "One was told.")
@Outcome(expect = FORBIDDEN, desc = "None was told, or both.")
@State
public class GateTellsOfThePlace {
    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    public GateTellsOfThePlace() {
        if (gate.enterPlace() == Gate.REFUSED) {
            throw new AssertionError("the place was free");
        }
    }

    @Actor
    public void sender() {
        gate.leavePlace(Gate.IN_PLACE);
    }

    @Actor
    public void closer() {
        boolean ignored = gate.close();
        gate.tellIfUntold();
    }

    @Arbiter
    public void arbiter(Z_Result result) {
        result.r1 = told == 1;
    }
}
