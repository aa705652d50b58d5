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

/** A gate is closed while a sender comes: whoever is told that all have left is told so once, and behind that sender. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "enter", of = "getAndAdd", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0, true", expect = ACCEPTABLE, desc = "The sender found the gate closed.")
@Outcome(id = "1, true", expect = ACCEPTABLE, desc = "The sender was let in, and has left before.")
@Outcome(expect = FORBIDDEN, desc = "All were said to have left while the sender was inside, or not at all, or twice.")
@State
public class GateLetsNobodyInBehind {
    private static final int REFUSED = 0;
    private static final int LET_IN = 1;
    private static final int LET_IN_BEHIND = 2;

    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    @Actor
    public void sender(IZ_Result result) {
        if (gate.enter()) {
            result.r1 = told == 0 ? LET_IN : LET_IN_BEHIND;
            gate.leave();
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
