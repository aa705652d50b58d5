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

/** The owner and the one in the place for others leave a closed gate at once: one of them tells that all have left. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "arePlacesLeft", of = "heavy", flaw = Flaw.LEFT_OUT)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "One was told.")
@Outcome(expect = FORBIDDEN, desc = "None was told, or both.")
@State
public class GateTellsOfTheOwnerAndThePlace {
    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    public GateTellsOfTheOwnerAndThePlace() {
        boolean isIn = gate.enterPlace() == Gate.IN_PLACE;
        gate.own();
        gate.leavePlace(Gate.IN_PLACE);
        if (!isIn || gate.enterPlace() != Gate.IN_OWN || gate.enterPlace() != Gate.IN_PLACE || !gate.close()) {
            throw new AssertionError("the gate was open");
        }
    }

    @Actor
    public void owner() {
        gate.leavePlace(Gate.IN_OWN);
    }

    @Actor
    public void other() {
        gate.leavePlace(Gate.IN_PLACE);
    }

    @Arbiter
    public void arbiter(Z_Result result) {
        result.r1 = told == 1;
    }
}
