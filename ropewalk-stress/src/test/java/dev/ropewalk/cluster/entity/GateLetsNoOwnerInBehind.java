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
import org.openjdk.jcstress.infra.results.IZ_Result;

/** A gate is closed while a thread becomes its owner and comes in as such: whoever is told that all have left is told so once, and behind that thread. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "arePlacesLeft", of = "heavy", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = Gate.class, method = "tellIfUntold", of = "arePlacesLeft", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "0, true", expect = ACCEPTABLE, desc = "The gate was closed before the thread was the owner.")
@Outcome(id = "1, true", expect = ACCEPTABLE, desc = "The owner found the gate closed.")
@Outcome(id = "2, true", expect = ACCEPTABLE, desc = "The owner was let in, and has left before.")
@Outcome(expect = FORBIDDEN, desc = "All were said to have left while the owner was inside, or not at all, or twice.")
@State
public class GateLetsNoOwnerInBehind {
    private static final int NO_OWNER = 0;
    private static final int REFUSED = 1;
    private static final int LET_IN = 2;
    private static final int LET_IN_BEHIND = 3;

    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    @Actor
    public void sender(IZ_Result result) {
        if (gate.enterPlace() != Gate.IN_PLACE) {
            result.r1 = NO_OWNER;
            return;
        }
        gate.own();
        gate.leavePlace(Gate.IN_PLACE);
        if (gate.enterPlace() == Gate.IN_OWN) {
            result.r1 = told == 0 ? LET_IN : LET_IN_BEHIND;
            gate.leavePlace(Gate.IN_OWN);
        } else {
            result.r1 = REFUSED;
        }
    }

    @Actor
    public void closer() {
        boolean ignored = gate.close();
        gate.tellIfUntold();
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
        result.r2 = told == 1;
    }
}
